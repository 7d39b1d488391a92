#!/usr/bin/env python3
"""Records the collectives of training scripts, scripts/*.py, as XLA compiles their functions.

    python3 record_scripts.py [NAME …] > scripts-0.10.2.jsonl
    python3 record_scripts.py --lines NAME … >> scripts-lines.jsonl

A line has `id`, the name of the script, `jax`, and `functions`: for each function under jit that the
script defines, by its last compilation, how often each collective stands in the partitioned module,
[kind, bytes of the result on a device, devices of a group, count] in order; pairs have no group, 0.
With --lines the innermost line of the script that XLA has for it follows the group, 0 where it has
none. Runs on CPU with eight virtual devices.
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
BYTES = {"pred": 1, "s8": 1, "u8": 1, "bf16": 2, "f16": 2, "s64": 8, "u64": 8, "f64": 8, "c64": 8}
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


def numbered(text, title):
    """A table in front of the computations: what stands behind each number."""
    table = re.search(rf"^{title}\n((?:\d+ .*\n)*)", text, re.M)
    return {int(number): rest for number, rest in re.findall(r"(\d+) (.*)\n", table[1] if table else "")}


def line_of(text, line, script):
    """The innermost line of the script in the stack of an instruction; parents count from 1 up."""
    names, places, frames = (numbered(text, title)
                             for title in ("FileNames", "FileLocations", "StackFrames"))
    frame = int((re.search(r"stack_frame_id=(\d+)", line) or [0, 0])[1])
    while frame:
        place, parent = map(int, re.findall(r"(?:location|parent_frame)_id=(\d+)", frames[frame]))
        file, number = map(int, re.findall(r"(?:file_name_id|\bline)=(\d+)", places[place]))
        if names[file] == f'"{script}"':
            return number
        frame = parent - 1
    return 0


def collectives(path, script):
    found = collections.Counter()
    text = open(path).read()
    for line in text.splitlines():
        match = re.match(rf"\s*(?:ROOT )?%\S+ = (\(?[a-z0-9]+\[.*?) ({KINDS})(?:-start)?\(", line)
        if match:
            place = [line_of(text, line, script)] if script else []
            found[match[2], size_of(match[1]), group_size(line), *place] += 1
    return [[*key, count] for key, count in sorted(found.items())]


def record(name, lines):
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
                functions[function] = collectives(dumps[-1], path if lines else None)
    return {"id": name, "jax": jax.__version__, "functions": functions}


if __name__ == "__main__":
    lines = "--lines" in sys.argv
    names = [name for name in sys.argv[1:] if name != "--lines"]
    for script in names or sorted(os.listdir(f"{HERE}/scripts")):
        print(json.dumps(record(script.removesuffix(".py"), lines)), flush=True)
