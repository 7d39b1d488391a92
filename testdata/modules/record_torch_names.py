#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_torch_names.py PYTHON… > lib/library/torch_names.def: the names that modules of torch, and its classes
Tensor and Module, have in any of the releases that these Pythons import. A name that none has is missing."""
import json
import subprocess
import sys
import textwrap

LINES = 40  # of a row, whose text compilers take
ASK = """
import importlib, json, pkgutil, sys
import torch
names = {"torch.Tensor": torch.Tensor, "torch.nn.Module": torch.nn.Module}
for module in "torch torch.nn torch.nn.functional torch.nn.init torch.optim torch.optim.lr_scheduler torch.linalg".split():
    names[module] = importlib.import_module(module)
found = {name: dir(x) for name, x in names.items()}
for module in "torch torch.nn torch.optim".split():
    found[module + ".*"] = [m.name for m in pkgutil.iter_modules(names[module].__path__)]
json.dump({k: [n for n in v if not n.startswith("_")] for k, v in found.items()}, sys.stdout)
"""


def main():
    together = {}
    for python in sys.argv[1:]:
        output = subprocess.run([python, "-c", ASK], capture_output=True, text=True, check=True).stdout
        for module, names in json.loads(output).items():
            together.setdefault(module, set()).update(names)
    print("/* SPDX-License-Identifier: Apache-2.0 */\n/* Written by testdata/modules/record_torch_names.py. */")
    for module, names in sorted(together.items()):
        lines = textwrap.wrap(" ".join(sorted(names)), 88)
        for first in range(0, len(lines), LINES):
            text = "\n".join(f'      "{line} "' for line in lines[first : first + LINES])
            print(f'NAMES("{module}", "", "",\n{text})')


main()
