#!/usr/bin/env python3
"""Measures `shardctl plan` on compiled programs against JAX, which lowers and compiles them, in the same run.

    python3 module.py SHARDCTL ROOT

ROOT is the folder with specs and testdata. Prints how long plans of the modules in specs/modules take, of 400 layers
that are written out, of a mesh of 65536 devices, and of 21 MB of text, with the peak of memory; and how long the
interpreter that SHARDCTL_JAX_PYTHON names takes to lower and compile the first ones, where there is one. It reports and
does not judge: a busy machine is no failure.
"""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 7
LARGE = {"400 layers": (400, 2, 4), "65536 devices": (10, 256, 256), "21 MB": (5500, 2, 4)}


def run(arguments):
    """Seconds, and peak memory in bytes of one run."""
    start = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: exit status {process.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss * 1024


def median(arguments, rounds=ROUNDS):
    results = [run(arguments) for _ in range(rounds)]
    return statistics.median(seconds for seconds, _ in results), max(memory for _, memory in results)


def report(name, arguments, rounds=ROUNDS):
    seconds, memory = median(arguments, rounds)
    print(f"{name}: {seconds * 1000:.1f} ms, {memory / 2**20:.0f} MiB")
    return seconds


def compile_times(root):
    """Seconds that JAX takes to lower and compile each module, by its name."""
    python = os.environ.get("SHARDCTL_JAX_PYTHON")
    if not python:
        print("SHARDCTL_JAX_PYTHON names no interpreter with JAX: nothing is compiled")
        return {}
    program = """
import time
import lower
for name, (function, arguments) in lower.programs.items():
    start = time.perf_counter()
    function.lower(*arguments).compile()
    print("compiled", name, time.perf_counter() - start)
"""
    result = subprocess.run([python, "-c", program], capture_output=True, text=True, cwd=root / "specs/modules")
    if result.returncode:
        sys.exit(result.stderr[-2000:])
    return {m[1]: float(m[2]) for m in re.finditer(r"^compiled (\S+) (\S+)$", result.stdout, re.M)}


def main():
    shardctl, root = sys.argv[1], pathlib.Path(sys.argv[2])
    compiled = compile_times(root)
    for path in sorted((root / "specs/modules").glob("*.mlir")):
        seconds = report(path.name, [shardctl, "plan", str(path)])
        if path.stem in compiled:
            print(f"  lowered and compiled in {compiled[path.stem]:.2f} s, {compiled[path.stem] / seconds:.0f} times as long")
    with tempfile.TemporaryDirectory() as folder:
        for name, sizes in LARGE.items():
            path = os.path.join(folder, "large.mlir")
            with open(path, "w") as file:
                command = [sys.executable, str(root / "testdata/stablehlo/large.py"), *map(str, sizes)]
                subprocess.run(command, check=True, stdout=file)
            report(f"{name}, {os.path.getsize(path) / 1e6:.1f} MB", [shardctl, "plan", path], 3)


main()
