#!/usr/bin/env python3
"""Measures what a small `shardctl check` pays for: the start, a spec, a program, and functions written in Python.

    python3 startup.py SHARDCTL

Each step adds one thing to the step before it; the runs of all steps take turns, so that a busy machine slows each
alike. Prints the median of the times and what a step costs over the one above it. A function that is not called must
cost nothing: the step `one function` is one of lib/library/prelude, `again` calls it ten times more, and `ten others`
calls ten of different files. It reports and does not judge. See meson test --benchmark.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 60
SPEC = "framework: jax==0.12.0.1\nmesh: {data: 4, model: 2}\ntensors:\n  x: {shape: [8, 16], dtype: float32, spec: [data, null]}\n"
OTHERS = ["jnp.average(x)", "jnp.median(x)", "jnp.cov(x)", "jnp.unwrap(x)", "jnp.linalg.norm(x)", "jax.nn.gelu(x)",
          "jnp.trapezoid(x)", "jnp.convolve(x[0], x[1])", "jnp.logaddexp(x, x)", "jnp.nanmean(x)"]


def program(*lines):
    return SPEC + "program: |\n" + "".join("  %s\n" % line for line in lines)


STEPS = [
    ("the start", None),
    ("a spec", SPEC),
    ("a program", program("y = x + x")),
    ("one function", program("y = x + x", "z = jnp.diff(x)")),
    ("again", program("y = x + x", "z = jnp.diff(x)", *["z = jnp.diff(x)"] * 10)),
    ("ten others", program("y = x + x", *["z = " + call for call in OTHERS])),
]


def milliseconds(arguments):
    start = time.perf_counter()
    status = subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    if status > 1:
        sys.exit("%s ended with %d" % (" ".join(arguments), status))
    return (time.perf_counter() - start) * 1e3


def main():
    shardctl = sys.argv[1]
    times = [[] for _ in STEPS]
    with tempfile.TemporaryDirectory() as folder:
        commands = [[shardctl, "--version"]]
        for number, (_, text) in enumerate(STEPS[1:]):
            path = os.path.join(folder, "%d.yaml" % number)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            commands.append([shardctl, "check", path])
        for _ in range(ROUNDS):
            for taken, command in zip(times, commands):
                taken.append(milliseconds(command))
    before = 0.0
    for (name, _), taken in zip(STEPS, times):
        median = statistics.median(taken)
        print("%-12s %6.2f ms  %+6.2f" % (name, median, median - before))
        before = median


if __name__ == "__main__":
    main()
