#!/usr/bin/env python3
"""Prints how plan's time and memory compare with doing next to nothing, as ratios of one run.

    python3 plan.py SHARDCTL [FOLDER-OF-MODELS]

- The full map of 300 tensors on 65,536 devices as CSV, against cat of the same bytes into a file.
- plan of the layout with most tensors among the models, against one start of Python that imports
  jax, or nothing when there is no jax.
- The largest memory of the process that writes maps for 64 and for 65,536 devices.

Nothing is judged; the numbers are for people.
"""
import os
import subprocess
import sys
import tempfile
import time

RUNS = 3


def spec(axes, tensors):
    lines = ["mesh: {%s}" % ", ".join("%s: %d" % axis for axis in axes), "tensors:"]
    for i in range(tensors):
        lines.append("  layers.%d.w: {shape: [65536, 4096], dtype: bf16, spec: [%s]}"
                     % (i, "[data, model], null" if i % 2 else "model, data"))
    return "\n".join(lines) + "\n"


def seconds(command, output):
    """The quickest of some runs, with standard output into a file."""
    best = None
    for _ in range(RUNS):
        with open(output, "wb") as file:
            start = time.perf_counter()
            subprocess.run(command, stdout=file, check=True)
            spent = time.perf_counter() - start
        best = spent if best is None else min(best, spent)
    return best


def peak_bytes(command):
    """The largest memory of a command; of the program itself, not of this one before it begins."""
    peak = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        while process.stdout.read(65536):
            with open("/proc/%d/status" % process.pid, encoding="ascii") as status:
                for line in status:
                    if line.startswith("VmHWM:"):
                        peak = max(peak, int(line.split()[1]) * 1024)
    return peak


def map_of_slices(shardctl, folder):
    path, rows, copy = (os.path.join(folder, name) for name in ("map.yaml", "map.csv", "copy.csv"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(spec([("data", 256), ("model", 256)], 300))
    command = [shardctl, "plan", "--slices", "--format", "csv", path]
    spent = seconds(command, rows)
    copied = seconds(["cat", rows], copy)
    print("map of 300 tensors on 65,536 devices: %.0f MB in %.2f s, cat %.2f s, ratio %.2f"
          % (os.path.getsize(rows) / 1e6, spent, copied, spent / copied))


def largest_model(shardctl, models, folder):
    def tensors(path):
        with open(path, encoding="utf-8") as file:
            return sum("spec:" in line for line in file)

    paths = [os.path.join(models, name) for name in os.listdir(models) if name.endswith(".yaml")]
    paths = [path for path in paths
             if subprocess.run([shardctl, "plan", path], capture_output=True).returncode == 0]
    path = max(sorted(paths), key=tensors)
    output = os.path.join(folder, "plan.txt")
    spent = seconds([shardctl, "plan", path], output)
    has_jax = subprocess.run([sys.executable, "-c", "import jax"], capture_output=True).returncode == 0
    script = "import jax" if has_jax else "pass"
    started = seconds([sys.executable, "-c", script], output)
    print("plan of %s: %.1f ms, python -c '%s' %.0f ms, ratio 1/%.0f"
          % (os.path.basename(path), spent * 1e3, script, started * 1e3, started / spent))


def memory(shardctl, folder):
    peaks = []
    for size in (8, 256):
        path = os.path.join(folder, "memory-%d.yaml" % size)
        with open(path, "w", encoding="utf-8") as file:
            file.write(spec([("data", size), ("model", size)], 20))
        for form in ("csv", "json", "text"):
            peaks.append(peak_bytes([shardctl, "plan", "--slices", "--format", form, path]))
    few, many = max(peaks[:3]), max(peaks[3:])
    print("memory of a map: %.1f MiB on 64 devices, %.1f MiB on 65,536, ratio %.2f"
          % (few / 2**20, many / 2**20, many / few))


def main():
    shardctl = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        map_of_slices(shardctl, folder)
        if len(sys.argv) > 2:
            largest_model(shardctl, sys.argv[2], folder)
        memory(shardctl, folder)


if __name__ == "__main__":
    main()
