#!/usr/bin/env python3
"""Measures `shardctl check` against reading the same YAML and doing nothing with it, in the same run.

    python3 bench.py SHARDCTL EVENTS

Prints ratios of times (the median of several runs, taken in turns) and the peak memory as a multiple of the file.
It reports and does not judge: a busy machine is no failure. See meson test --benchmark.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS = 9
TENSORS = 100_000
FILES = [1000, 2000, 4000]


def run(arguments):
    """Seconds, and peak memory in bytes, of one run."""
    start = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("%s ended with %d" % (" ".join(arguments[:2]), process.returncode))
    return seconds, usage.ru_maxrss * 1024


def generate(form, count, path):
    subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), form, str(count), path], check=True)


def large(shardctl, events, folder, form):
    path = os.path.join(folder, form + ".yaml")
    generate(form, TENSORS, path)
    size = os.path.getsize(path)
    bare, check, memory = [], [], 0
    for _ in range(ROUNDS):
        bare.append(run([events, path])[0])
        seconds, peak = run([shardctl, "check", path])
        check.append(seconds)
        memory = max(memory, peak)
    ratio = statistics.median(c / b for c, b in zip(check, bare))
    print("%d tensors as %-4s %5.1f MB: bare events %.3f s, check %.3f s: %.2f times (aim 1.5); "
          "memory %.1f MB: %.1f times the file (aim 12)"
          % (TENSORS, form, size / 1e6, statistics.median(bare), statistics.median(check), ratio,
             memory / 1e6, memory / size))


def small(shardctl, folder):
    generate("small", max(FILES), os.path.join(folder, "small"))
    names = sorted(os.path.join(folder, "small", name) for name in os.listdir(os.path.join(folder, "small")))
    for count in FILES:
        runs = [run([shardctl, "check"] + names[:count]) for _ in range(3)]
        seconds = statistics.median(seconds for seconds, _ in runs)
        print("%5d small files in one call: %.3f s, %.1f us a file, memory %.1f MB"
              % (count, seconds, seconds / count * 1e6, max(peak for _, peak in runs) / 1e6))


def start_up(shardctl, folder):
    path = os.path.join(folder, "one.yaml")
    generate("map", 8, path)
    nothing, check = [], []
    for _ in range(101):
        nothing.append(run(["/bin/true"])[0])
        check.append(run([shardctl, "check", path])[0])
    print("one small file: %.2f ms, a process that does nothing %.2f ms: %.2f times (aim 2)"
          % (statistics.median(check) * 1e3, statistics.median(nothing) * 1e3,
             statistics.median(check) / statistics.median(nothing)))


def main():
    shardctl, events = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        for form in ("map", "line"):
            large(shardctl, events, folder, form)
        small(shardctl, folder)
        start_up(shardctl, folder)


if __name__ == "__main__":
    main()
