#!/usr/bin/env python3
"""Records the collectives of training scripts, scripts/*.py, as XLA compiles their functions.

    python3 record_scripts.py [NAME …] > scripts-0.10.2.jsonl

A line has `id`, the name of the script, `jax`, and `functions`: for each function under jit that the
script defines, by its last compilation, how often each collective stands in the partitioned module,
[kind, bytes of the result on a device, devices of a group, count] in order; pairs have no group, 0.
Runs on CPU with eight virtual devices.
"""
import collections
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import jax

KINDS = "all-gather|all-reduce|all-to-all|collective-permute|reduce-scatter"
BYTES = {"pred": 1, "s8": 1, "u8": 1, "bf16": 2, "f16": 2, "s64": 8, "u64": 8, "f64": 8}
HERE = os.path.dirname(os.path.abspath(__file__))


def size_of(types):
    """Bytes of all arrays of a type."""
    return sum(BYTES.get(dtype, 4) * math.prod(int(size) for size in shape.split(",") if size)
               for dtype, shape in re.findall(r"([a-z]+\d*)\[([\d,]*)\]", types))


def group_size(line):
    """{{0,1},{2,3}}, [4,2]<=[8], or mesh['a'=4,'b'=2] {'a'}."""
    listed = re.search(r"replica_groups=\{\{([\d,]*)\}", line)
    if listed:
        return len(listed[1].split(","))
    counted = re.search(r"replica_groups=\[\d+,(\d+)\]", line)
    if counted:
        return int(counted[1])
    named = re.search(r"replica_groups=mesh\[([^\]]*)\].*?\{([^}]*)\}", line)
    if not named:
        return 0
    sizes = {name: int(size) for name, size in re.findall(r"'(\w+)'=(\d+)", named[1])}
    ways = 1
    for name, part in re.findall(r"'(\w+)'(?::\(\d+\)(\d+))?", named[2]):
        ways *= int(part or sizes[name])
    return ways


def collectives(path):
    found = collections.Counter()
    for line in open(path):
        match = re.match(rf"\s*(?:ROOT )?%\S+ = (\(?[a-z0-9]+\[.*?) ({KINDS})(?:-start)?\(", line)
        if match:
            found[match[2], size_of(match[1]), group_size(line)] += 1
    return [[*key, count] for key, count in sorted(found.items())]


def record(name):
    path = f"{HERE}/scripts/{name}.py"
    defined = re.findall(r"^\s*def (\w+)\(", open(path).read(), re.M)
    with tempfile.TemporaryDirectory() as folder:
        flags = (f"--xla_force_host_platform_device_count=8 --xla_dump_to={folder} "
                 "--xla_dump_hlo_pass_re=spmd-partitioning --xla_dump_hlo_as_text")
        subprocess.run([sys.executable, path], check=True, stderr=subprocess.DEVNULL,
                       env={**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": flags})
        functions = {}
        for function in defined:
            dumps = sorted(glob.glob(f"{folder}/module_*.jit_{function}.*after_spmd-part*"))
            if dumps:
                functions[function] = collectives(dumps[-1])
    return {"id": name, "jax": jax.__version__, "functions": functions}


if __name__ == "__main__":
    for script in sys.argv[1:] or sorted(os.listdir(f"{HERE}/scripts")):
        print(json.dumps(record(script.removesuffix(".py"))), flush=True)
