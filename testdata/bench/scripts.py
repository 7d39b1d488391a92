#!/usr/bin/env python3
"""Measures `shardctl plan` and `check` on training scripts against JAX, which traces, lowers and compiles them, in the
same run.

    python3 scripts.py SHARDCTL ROOT

ROOT is the folder with specs and testdata. Prints how long a plan and a check of each script take, as medians of many
processes, on the clock and of the processor; and how many times as long the interpreter that SHARDCTL_JAX_PYTHON names
takes to trace, lower and compile the functions that the plan shows, by JAX's own log of compilation, where there is one
that has the libraries. It reports and does not judge: a busy machine is no failure.
"""
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

ROUNDS = 31
SCRIPTS = {  # a script, and what is another in it
    "transformer": ("testdata/bench/transformer.py", {}),
    "linen-transformer": ("specs/programs/linen-transformer.py", {}),
    "linen-transformer, six layers": ("specs/programs/linen-transformer.py", {"= 64, 4, 2, 128": "= 64, 4, 6, 128"}),
    "nnx-fsdp": ("specs/programs/nnx-fsdp.py", {}),
    "optax-training": ("specs/programs/optax-training.py", {}),
    "equinox-ensemble": ("specs/programs/equinox-ensemble.py", {}),
}
WATCH = r"""
import contextlib, runpy, sys, time
from jax._src import dispatch

inner = dispatch.log_elapsed_time

@contextlib.contextmanager
def log_elapsed_time(text, fun_name, *rest, **options):
    wall, cpu = time.perf_counter(), time.process_time()
    with inner(text, fun_name, *rest, **options):
        yield
    print("compiled", fun_name.removeprefix("jit(").removesuffix(")"), time.perf_counter() - wall, time.process_time() - cpu)

dispatch.log_elapsed_time = log_elapsed_time
runpy.run_path(sys.argv[1])
"""


class Cost(NamedTuple):
    """Of one run: seconds on the clock, and of the processor."""
    wall: float
    cpu: float


def run(arguments):
    start = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: exit status {process.returncode}")
    return Cost(time.perf_counter() - start, usage.ru_utime + usage.ru_stime)


def median(arguments):
    runs = [run(arguments) for _ in range(ROUNDS)]
    return Cost(statistics.median(r.wall for r in runs), statistics.median(r.cpu for r in runs))


def compile_cost(python, path, functions):
    """What the functions of these names cost JAX in the script; None where it does not run."""
    devices = re.search(r"devices=(\d+)", path.read_text())[1]
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", JAX_PLATFORMS="cpu",
                       XLA_FLAGS=f"--xla_force_host_platform_device_count={devices}")
    result = subprocess.run([python, "-c", WATCH, str(path)], capture_output=True, text=True, env=environment)
    if result.returncode:
        print(f"  it does not run: {result.stderr.strip().splitlines()[-1]}")
        return None
    events = re.findall(r"^compiled (\S+) (\S+) (\S+)$", result.stdout, re.M)
    own = [(float(wall), float(cpu)) for name, wall, cpu in events if name in functions]
    return Cost(sum(wall for wall, _ in own), sum(cpu for _, cpu in own))


def measure(shardctl, python, name, path, nothing):
    plan, check = median([shardctl, "plan", path]), median([shardctl, "check", path])
    print(f"{name}: plan {plan.wall * 1000:.2f} ms, {plan.cpu * 1000:.2f} ms of the processor; "
          f"check {check.wall * 1000:.2f} ms, {check.cpu * 1000:.2f} ms")
    if not python:
        return
    shown = json.loads(subprocess.run([shardctl, "plan", "--format", "json", path], capture_output=True, text=True).stdout)
    compiled = compile_cost(python, path, {function["name"].split(".")[-1] for function in shown["functions"]})
    if compiled and compiled.cpu:
        work = max(plan.cpu - nothing.cpu, 1e-6)
        print(f"  traced, lowered and compiled in {compiled.wall:.2f} s, {compiled.cpu:.2f} s of the processor: "
              f"{compiled.wall / plan.wall:.0f} times as long, {compiled.cpu / plan.cpu:.0f} times of the processor, "
              f"{compiled.cpu / work:.0f} times without the start of a process")


def main():
    shardctl, root = sys.argv[1], pathlib.Path(sys.argv[2])
    python = os.environ.get("SHARDCTL_JAX_PYTHON")
    if not python:
        print("SHARDCTL_JAX_PYTHON names no interpreter with JAX: nothing is compiled")
    nothing = median([shardctl, "--version"])
    print(f"a process that does nothing: {nothing.wall * 1000:.2f} ms, {nothing.cpu * 1000:.2f} ms of the processor")
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, (file, changes)) in enumerate(SCRIPTS.items()):
            text = (root / file).read_text()
            for old, new in changes.items():
                assert old in text, (file, old)
                text = text.replace(old, new)
            path = pathlib.Path(folder) / f"script{number}.py"
            path.write_text(text)
            measure(shardctl, python, name, path, nothing)


main()
