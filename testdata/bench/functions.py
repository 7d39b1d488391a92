#!/usr/bin/env python3
"""Measures `shardctl check` on functions as people write them against starting Python and importing JAX.

    SHARDCTL_JAX_PYTHON=/venv/bin/python python3 functions.py SHARDCTL [PYTHON]

Each case of testdata/programs/functions/functions.txt becomes a spec in a temporary folder. In each round the interpreter
starts, imports JAX and ends, which is the least that asking JAX costs, and every spec is checked by a run of its own,
then all of them by one. Prints ratios of times (the median of the rounds) and the peak memory of a check. Without an
interpreter that has JAX there is nothing to compare with: it says so and ends with 77. It reports and does not judge:
a busy machine is no failure. See meson test --benchmark.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "programs")
sys.path.insert(0, PROGRAMS)
import rows  # noqa: E402

FUNCTIONS = os.path.join(PROGRAMS, "functions", "functions.txt")
RELEASE = "0.12.0.1"
ROUNDS = 7
SKIPPED = 77


def run(arguments):
    """Seconds, peak memory in bytes and the exit status of one run."""
    start = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_maxrss * 1024, process.returncode


def mesh(text):
    """A mesh as specs write it, of one as cases do: "x=2 auto y=4"."""
    axes, types, kind = [], [], "explicit"
    for word in text.split():
        name, equals, size = word.partition("=")
        if equals:
            axes.append("%s: %s" % (name, size))
            types.append(kind)
        else:
            kind = name
    return "{axes: {%s}, types: [%s]}" % (", ".join(axes), ", ".join(types))


def spec(case):
    tensors = "".join("  %s: %s\n" % tensor for tensor in case.tensors.items())
    program = "".join("  %s\n" % line for line in case.program)
    return ("framework: jax==%s\nmesh: %s\ntensors:%s\nprogram: |\n%s"
            % (RELEASE, mesh(case.mesh), "\n" + tensors if tensors else " {}", program))


def write_specs(folder):
    paths = []
    with open(FUNCTIONS, encoding="utf-8") as lines:
        for number, case in enumerate(rows.read(lines.readlines())):
            paths.append(os.path.join(folder, "%d.yaml" % number))
            with open(paths[-1], "w", encoding="utf-8") as file:
                file.write(spec(case))
    return paths


def main():
    shardctl = sys.argv[1]
    python = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("SHARDCTL_JAX_PYTHON")
    if not python or run([python, "-c", "import jax"])[2] != 0:
        print("skipped: SHARDCTL_JAX_PYTHON names no interpreter that has JAX")
        sys.exit(SKIPPED)
    imports, single, together, one_ratio, all_ratio, memory = [], [], [], [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        paths = write_specs(folder)
        for _ in range(ROUNDS):
            imports.append(run([python, "-c", "import jax"])[0])
            runs = [run([shardctl, "check", path]) for path in paths]
            if any(status > 1 for _, _, status in runs):
                sys.exit("a function of the benchmark cannot be checked")
            single.append(statistics.median(seconds for seconds, _, _ in runs))
            memory = max(memory, max(peak for _, peak, _ in runs))
            together.append(run([shardctl, "check"] + paths)[0])
            one_ratio.append(imports[-1] / single[-1])
            all_ratio.append(imports[-1] / together[-1])
    print("a function: check %.2f ms, Python importing JAX %.0f ms: %.0f times faster (aim 100); memory %.1f MB"
          % (statistics.median(single) * 1e3, statistics.median(imports) * 1e3, statistics.median(one_ratio),
             memory / 1e6))
    print("%d functions in one call: check %.1f ms, %.0f times faster than one import of JAX"
          % (len(paths), statistics.median(together) * 1e3, statistics.median(all_ratio)))


if __name__ == "__main__":
    main()
