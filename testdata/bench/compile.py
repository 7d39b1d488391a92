#!/usr/bin/env python3
"""Measures `shardctl plan` of whole programs against JAX, which traces, lowers and compiles them, in the same run.

    python3 compile.py SHARDCTL ROUNDS NOTHING ROOT [FILE…]

ROOT is the folder with specs and testdata; ROUNDS and NOTHING are rounds.c and nothing.c of this folder, compiled. Each
FILE is one more program: a script, or a module of StableHLO. For each program a line says how many milliseconds a plan
takes, as medians: as a process on the clock, as a process of the processor, and of the processor in a process that has
planned it before, which is reading and planning alone; the peak of memory; the seconds that tracing, lowering and compiling
take the interpreter that SHARDCTL_JAX_PYTHON names, the first time in a process, on the clock and of the processor; and how
many times as long that is as each of the three. The first lines are of processes that do nothing, the least that a process
can take. Then come modules that are only planned: a mesh of 65536 devices, and 21 MB of text. It reports and does not judge:
a busy machine is no failure.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

COMPILE = pathlib.Path(__file__).resolve().parent / "compile_costs.py"
SECONDS, MOST_ROUNDS = 2, 101  # of a figure: about so long, at most so many
LONGEST = 1200  # seconds that JAX gets
SCRIPTS = {  # a script, and what is another in it
    "a step in plain JAX": ("testdata/bench/transformer.py", {}),
    "linen-transformer": ("specs/programs/linen-transformer.py", {}),
    "linen-transformer, 6 layers": ("specs/programs/linen-transformer.py", {"= 64, 4, 2, 128": "= 64, 4, 6, 128"}),
    "nnx-fsdp": ("specs/programs/nnx-fsdp.py", {}),
    "optax-training": ("specs/programs/optax-training.py", {}),
    "equinox-ensemble": ("specs/programs/equinox-ensemble.py", {}),
}
LOWERED = "testdata/bench/layers.py"  # whose program is planned as the StableHLO that JAX makes of it
ONLY_PLANNED = {"65536 devices": (10, 256, 256), "400 layers, 65536 devices": (400, 256, 256), "21 MB": (5500, 2, 4)}
COLUMNS = "%-30s %8s %8s %8s %5s %8s %8s %7s %7s %7s"


class Cost(NamedTuple):
    """Of one run: seconds on the clock, seconds of the processor, and peak memory in KiB."""
    wall: float
    cpu: float
    memory: int = 0


class Bench(NamedTuple):
    shardctl: str
    rounds: str
    python: str  # which has JAX; empty: none
    root: pathlib.Path
    folder: pathlib.Path  # for what is written

    def cost(self, kind, command):
        """Medians of what a command takes, as a process or inside of one."""
        def measure(count):
            result = subprocess.run([self.rounds, kind, str(count), *map(str, command)], capture_output=True, text=True)
            if result.returncode:
                sys.exit(f"{' '.join(map(str, command))}: {result.stderr}")
            wall, cpu, memory = (result.stdout or result.stderr).splitlines()[-1].split()
            return Cost(float(wall) / 1e6, float(cpu) / 1e6, int(memory))

        return measure(max(1, min(MOST_ROUNDS, int(SECONDS / measure(1).wall))))

    def report(self, name, path, compiled=None):
        command = ["plan", path]
        process, inside = self.cost("process", [self.shardctl, *command]), self.cost("inside", ["shardctl", *command])
        times = [cost / own for cost, own in
                 zip((compiled.wall, compiled.cpu, compiled.cpu), (process.wall, process.cpu, inside.cpu))] if compiled else []
        print_row(name, process, inside, compiled, times)

    def compile_costs(self, path):
        """What each function of a file costs JAX, by its name; nothing where it does not run."""
        if not self.python:
            return {}
        command = [self.python, str(COMPILE), str(path), str(self.folder)]
        try:
            result = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST,
                                    env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
        except subprocess.TimeoutExpired:
            print(f"{path.name}: JAX takes longer than {LONGEST} seconds")
            return {}
        if result.returncode:
            print(f"{path.name} does not run: {(result.stderr.strip().splitlines() or ['it was ended'])[-1]}")
            return {}
        costs = {}
        for name, wall, cpu in re.findall(r"^compiled (.+) (\S+) (\S+)$", result.stdout, re.M):
            before = costs.get(name, Cost(0, 0))
            costs[name] = Cost(before.wall + float(wall), before.cpu + float(cpu))
        return costs

    def functions_of(self, script):
        """The functions that a plan of a script shows."""
        plan = subprocess.run([self.shardctl, "plan", "--format", "json", str(script)], capture_output=True, text=True).stdout
        return {function["name"].split(".")[-1] for function in json.loads(plan)["functions"]}

    def program(self, name, path):
        """A script or a module, and what JAX does with all of it."""
        costs = self.compile_costs(path)
        shown = self.functions_of(path) if path.suffix == ".py" else costs
        own = [cost for function, cost in costs.items() if function in shown]
        total = Cost(sum(cost.wall for cost in own), sum(cost.cpu for cost in own)) if own else None
        self.report(name, path, total)

    def changed_script(self, file, changes):
        text = (self.root / file).read_text()
        for old, new in changes.items():
            assert old in text, (file, old)
            text = text.replace(old, new)
        path = self.folder / pathlib.Path(file).name
        path.write_text(text)
        return path

    def lowered(self, file):
        """The programs of a file, as the StableHLO that JAX lowers them to."""
        for name, cost in self.compile_costs(self.root / file).items():
            self.report(name, self.folder / f"{name}.mlir", cost)

    def layers(self, sizes):
        path = self.folder / "large.mlir"
        with open(path, "w") as file:
            subprocess.run([sys.executable, str(self.root / "testdata/stablehlo/large.py"), *map(str, sizes)], check=True, stdout=file)
        return path


def print_row(name, process, inside=None, compiled=None, times=()):
    def number(value, scale=1.0, places=2):
        return "" if value is None else f"{value * scale:.{places}f}"

    row = [name, number(process.wall, 1e3), number(process.cpu, 1e3), number(inside and inside.cpu, 1e3),
           number(process.memory / 1024, places=0)]
    row += [number(compiled and compiled.wall), number(compiled and compiled.cpu)]
    row += [number(value, places=0) for value in times] + [""] * (3 - len(times))
    print((COLUMNS % tuple(row)).rstrip(), flush=True)


def measure(bench, nothing, files):
    print(COLUMNS % ("", "clock", "proc.", "inside", "MiB", "JAX s", "JAX p.", "clock", "proc.", "inside"))
    print_row("a program that does nothing", bench.cost("process", [nothing]))
    print_row("shardctl --version", bench.cost("process", [bench.shardctl, "--version"]))
    compiled = bench.compile_costs(bench.root / "specs/modules/lower.py")
    for path in sorted((bench.root / "specs/modules").glob("*.mlir")):
        bench.report(path.name, path, compiled.get(path.stem))
    bench.lowered(LOWERED)
    for name, (file, changes) in SCRIPTS.items():
        bench.program(name, bench.changed_script(file, changes))
    for path in files:
        bench.program(path.name, path)
    for name, sizes in ONLY_PLANNED.items():
        bench.report(name, bench.layers(sizes))


def main():
    shardctl, rounds, nothing, root, *files = sys.argv[1:]
    python = os.environ.get("SHARDCTL_JAX_PYTHON", "")
    if not python:
        print("SHARDCTL_JAX_PYTHON names no interpreter with JAX: nothing is compiled")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(shardctl, rounds, python, pathlib.Path(root), pathlib.Path(folder))
        measure(bench, nothing, [pathlib.Path(file) for file in files])


main()
