#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks the torch of this interpreter the scripts of dtensor.VERSION.jsonl again: record_dtensor.py FILE > NEW

Each script runs on rank 0 of a fake process group, whose collectives move nothing: what operations place where is
real, the numbers are not: an index that went through a collective may be out of bounds. Scripts that make a process
group themselves find that it is there. Each runs in a process of its own: torch keeps the names of groups."""
import json
import os
import sys
import traceback

import torch
import torch.distributed as dist
from torch.testing._internal.distributed.fake_pg import FakeStore


def ask(code):
    try:
        exec(compile(code, "script.py", "exec"), {"__name__": "__main__"})
    except Exception as error:
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == "script.py"]
        message = str(error).split("\n")[0]
        return {"verdict": "error", "cls": type(error).__name__, "msg": message, "line": lines[-1]}
    return {"verdict": "ok"}


def answer(record):
    os.environ.update(WORLD_SIZE=str(record["devices"]), RANK="0", LOCAL_RANK="0", GROUP_RANK="0")  # as torchrun does
    dist.init_process_group("fake", rank=0, world_size=record["devices"], store=FakeStore())
    dist.init_process_group = lambda *args, **kwargs: None
    asked = {key: record[key] for key in ("id", "name", "devices", "code")}
    print(json.dumps({**asked, **ask(record["code"])}, separators=(",", ":")), flush=True)


def main():
    for line in open(sys.argv[1]):
        child = os.fork()
        if not child:
            answer(json.loads(line))
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
