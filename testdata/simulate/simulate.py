#!/usr/bin/env python3
"""Carries out what `shardctl plan` says of modules, on small arrays and simulated devices.

    python3 simulate.py SHARDCTL [MODULE.hlo …]

Without modules, those of the folder beside it. TAP, a case for each; meson calls it, where numpy is.

A module is HLO text before partitioning: every value has its sharding. The whole program is evaluated on random arrays.
At the same time every device has its slices of the arguments, and nothing else. What is shown:

- With the listed collectives and no other every device can compute its slice of every result, and the numbers are those of
  the whole program: integers exactly, floating point in double precision.
- A collective moves what its kind, groups or pairs, dimension and bytes say. An operand must be held by its sender, and
  have the bytes of the step; what arrives must be what the plan says that devices have after it (`--layouts`).
- An all-reduce adds up the terms that the members of a group have. A term is added once, whoever has it: that a device
  holds back what another one gives as well is its own affair, and noted. Members without any part of a sum are a mistake.
- Of a result devices keep what the plan says, not all that they could compute; where that is not enough it is noted.
- A step runs in as many rounds as the plan says.

What is not: that no collective is superfluous (the recorded ones of XLA show that, see lib/partition); which elements stand
in the pieces of a halo, of which only senders, receivers and bytes are known: the receiver gets those that it needs, as far
as the bytes reach; what is made on the way of an operation and not of it, as the mask of a gather: such steps are counted.

Then steps are left out, sent to other devices, made smaller or put together along another dimension, and the simulation has
to notice: `altered` says which may pass, for replicas make some of them right all the same.
"""
import copy
import glob
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
try:
    import hlo
except ImportError:
    print("1..0 # SKIP numpy is not installed (Debian: python3-numpy)")
    sys.exit(0)
from devices import Simulation
from places import Mismatch

HERE = os.path.dirname(os.path.abspath(__file__))

# Of what is altered at least this part is noticed, by kind.
NOTICED = {"left out": 0.85, "other groups": 0.3, "other order": 0.9, "a pair less": 0.85, "other dimension": 0.9,
           "half the bytes": 0.9}


def plan(shardctl, path):
    """The plan of a file, as JSON."""
    command = [shardctl, "plan", "--framework", "jax==0.10.2", "--groups", "--layouts", "--format", "json", path]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if not run.stdout:
        raise Mismatch(run.stderr.strip() or "no plan")
    return json.loads(run.stdout)


def simulated(path, planned, forgets):
    """The simulation of a module by a plan, after it has run."""
    with open(path, encoding="utf-8") as file:
        simulation = Simulation(hlo.read(file.read()), planned, forgets)
    simulation.run()
    return simulation


def simulated_somehow(path, planned):
    """The same, and whether devices had to forget for it what the plan does not say that they keep. Where they must not,
    a value is read in a layout that it had on the way to its own, which the plan does not name: that is noted."""
    try:
        return simulated(path, planned, True), True
    except Mismatch:
        simulation = simulated(path, planned, False)
        simulation.note("value read in a layout that no step names")
        return simulation, False


def other_groups(step):
    groups = step["groups"]
    if len(groups) > 1:
        groups[0][-1], groups[1][-1] = groups[1][-1], groups[0][-1]
    return len(groups) > 1


def other_order(step):
    if step["kind"] != "all-gather":
        return False
    for group in step["groups"]:
        group.reverse()
    return True


def a_pair_less(step):
    moving = [k for k, (source, target) in enumerate(step["pairs"]) if source != target]
    if moving:
        del step["pairs"][moving[0]]
    return bool(moving)


def other_dimension(step):
    if step["kind"] != "all-gather":
        return False
    step["dims"] = [step["dims"][0] + 1]
    return True


def half_the_bytes(step):
    step["operand_bytes"] //= 2
    step["result_bytes"] //= 2
    return True


ALTER = {"other groups": other_groups, "other order": other_order, "a pair less": a_pair_less,
         "other dimension": other_dimension, "half the bytes": half_the_bytes}


def altered(planned):
    """Plans with one mistake each, and what it is."""
    for number in range(len(planned["steps"])):
        other = copy.deepcopy(planned)
        del other["steps"][number]
        yield "left out", other
        for what, alter in ALTER.items():
            other = copy.deepcopy(planned)
            if alter(other["steps"][number]):
                yield what, other


def count_noticed(path, planned, forgets, counts):
    """Adds, by kind of mistake, how many there are and how many the simulation notices."""
    for what, other in altered(planned):
        noticed, total = counts.get(what, (0, 0))
        try:
            simulated(path, other, forgets)
        except (Mismatch, hlo.Unsupported):
            noticed += 1
        counts[what] = (noticed, total + 1)


class Cases:
    """Cases in the format of TAP."""

    def __init__(self):
        self.count = self.failed = 0

    def tell(self, good, text):
        self.count += 1
        self.failed += not good
        print("%sok %d - %s" % ("" if good else "not ", self.count, text), flush=True)


def main(shardctl, paths):
    cases, counts = Cases(), {}
    for path in paths or sorted(glob.glob(os.path.join(HERE, "modules", "*.hlo"))):
        name = os.path.splitext(os.path.basename(path))[0]
        try:
            planned = plan(shardctl, path)
            simulation, forgets = simulated_somehow(path, planned)
        except hlo.Unsupported as reason:
            cases.tell(False, "%s: it cannot be simulated: %s" % (name, reason))
            continue
        except Mismatch as reason:
            cases.tell(False, "%s: %s" % (name, reason))
            continue
        said = "".join("; %d times %s" % (count, what) for what, count in simulation.notes.items())
        cases.tell(True, "%s, %d steps%s" % (name, len(planned["steps"]), said))
        if not paths and len(planned["steps"]) <= 8:
            count_noticed(path, planned, forgets, counts)
    for what, (noticed, total) in counts.items():
        cases.tell(noticed >= NOTICED[what] * total, "%s: %d of %d noticed" % (what, noticed, total))
    print("1..%d" % cases.count)
    return cases.failed > 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
