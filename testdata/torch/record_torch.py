#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_torch.py torch.VERSION.jsonl: runs the programs of such a file again with the torch that imports here, and
prints what it says of each: the error with its class, first line and innermost line of the program, or the shapes and
dtypes of the tensors that the top level names."""
import contextlib
import io
import json
import sys
import traceback
import warnings

import torch

warnings.simplefilter("ignore")


def collect(name, x, found, depth=0):
    if isinstance(x, torch.Tensor):
        found[name] = {"shape": list(x.shape), "dtype": str(x.dtype)[len("torch."):]}
    elif isinstance(x, torch.nn.Module):
        for path, p in x.named_parameters():
            collect(f"{name}.{path}", p, found)
    elif type(x) in (tuple, list) and depth < 3:
        for i, y in enumerate(x):
            collect(f"{name}[{i}]", y, found, depth + 1)
    elif isinstance(x, dict) and depth < 3:
        for key, y in x.items():
            collect(f"{name}[{key!r}]", y, found, depth + 1)


def ask(code, path):
    names, error, values = {"__name__": "__main__"}, None, {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, path, "exec"), names)
    except Exception as e:
        lines = [frame.lineno for frame in traceback.extract_tb(e.__traceback__) if frame.filename == path]
        error = {"cls": type(e).__name__, "msg": str(e).split("\n")[0], "line": lines[-1]}
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)
    for name, x in list(names.items()):
        if not name.startswith("__"):
            collect(name, x, values)
    return {"code": code, "error": error, "values": values}


for number, line in enumerate(open(sys.argv[1])):
    print(json.dumps(ask(json.loads(line)["code"], f"<program {number}>")))
