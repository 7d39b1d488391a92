#!/usr/bin/env python3
"""Measures `shardctl plan` on compiled programs against JAX, which lowers and compiles them, in the same run.

    python3 module.py SHARDCTL ROOT

ROOT is the folder with specs and testdata. Prints how long plans of the modules in specs/modules take, as medians of many
processes, on the clock and of the processor; how much of that a process takes that does nothing; and how many times as
long the interpreter that SHARDCTL_JAX_PYTHON names takes to lower and compile them, where there is one. Then 400 layers
that are written out, a mesh of 65536 devices, both at once, and 21 MB of text, with the peak of memory and the steps that
are not known. It reports and does not judge: a busy machine is no failure.
"""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

ROUNDS = 41
LARGE = {"400 layers": (400, 2, 4), "65536 devices": (10, 256, 256), "400 layers on 65536 devices": (400, 256, 256),
         "21 MB": (5500, 2, 4)}


class Cost(NamedTuple):
    """Of one run: seconds on the clock, seconds of the processor, and peak memory in bytes."""
    wall: float
    cpu: float
    memory: int = 0


def run(arguments):
    start = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: exit status {process.returncode}")
    return Cost(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def median(arguments, rounds=ROUNDS):
    runs = [run(arguments) for _ in range(rounds)]
    return Cost(statistics.median(r.wall for r in runs), statistics.median(r.cpu for r in runs), max(r.memory for r in runs))


def report(name, cost):
    print(f"{name}: {cost.wall * 1000:.2f} ms, {cost.cpu * 1000:.2f} ms of the processor, {cost.memory / 2**20:.0f} MiB")


def compile_costs(root):
    """What lowering and compiling each module costs JAX, by its name."""
    python = os.environ.get("SHARDCTL_JAX_PYTHON")
    if not python:
        print("SHARDCTL_JAX_PYTHON names no interpreter with JAX: nothing is compiled")
        return {}
    program = """
import time
import lower
for name, (function, arguments) in lower.programs.items():
    wall, cpu = time.perf_counter(), time.process_time()
    function.lower(*arguments).compile()
    print("compiled", name, time.perf_counter() - wall, time.process_time() - cpu)
"""
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    result = subprocess.run([python, "-c", program], capture_output=True, text=True, cwd=root / "specs/modules", env=environment)
    if result.returncode:
        sys.exit(result.stderr[-2000:])
    return {m[1]: Cost(float(m[2]), float(m[3])) for m in re.finditer(r"^compiled (\S+) (\S+) (\S+)$", result.stdout, re.M)}


def compare(cost, nothing, compiled):
    """Says how many times as long JAX takes: as the whole process, and as what it does once it has started."""
    work = max(cost.cpu - nothing.cpu, 1e-6)
    print(f"  lowered and compiled in {compiled.wall:.2f} s, {compiled.cpu:.2f} s of the processor: "
          f"{compiled.wall / cost.wall:.0f} times as long, {compiled.cpu / cost.cpu:.0f} times of the processor, "
          f"{compiled.cpu / work:.0f} times without the start of a process")


def measure_modules(shardctl, root):
    compiled = compile_costs(root)
    nothing = median([shardctl, "--version"])
    report("a process that does nothing", nothing)
    for path in sorted((root / "specs/modules").glob("*.mlir")):
        cost = median([shardctl, "plan", str(path)])
        report(path.name, cost)
        if path.stem in compiled:
            compare(cost, nothing, compiled[path.stem])


def measure_large(shardctl, root):
    with tempfile.TemporaryDirectory() as folder:
        for name, sizes in LARGE.items():
            path = os.path.join(folder, "large.mlir")
            with open(path, "w") as file:
                command = [sys.executable, str(root / "testdata/stablehlo/large.py"), *map(str, sizes)]
                subprocess.run(command, check=True, stdout=file)
            report(f"{name}, {os.path.getsize(path) / 1e6:.1f} MB", median([shardctl, "plan", path], 3))
            plan = subprocess.run([shardctl, "plan", path], capture_output=True, text=True).stdout
            unknown = re.search(r"(\d+) steps? could not be predicted", plan)
            print(f"  {unknown[1] if unknown else 'none'} of its steps unknown")


def main():
    shardctl, root = sys.argv[1], pathlib.Path(sys.argv[2])
    measure_modules(shardctl, root)
    measure_large(shardctl, root)


main()
