"""Simulated devices that carry out a planned program.

A value is held in pieces: each device has the elements that its own memory contains, and nothing else. A device computes
an element of a result only from elements that it holds. Steps of the plan are all that moves anything: each moves what its
kind, groups or pairs, dimension and bytes say and no more, and only what the sender holds.
"""
import math

import numpy as np

import hlo
from compute import Compute
from hlo import Unsupported
from move import Move
from places import Mismatch, Value, pieces
from work import Work


class Step:
    """A step of the plan."""

    def __init__(self, row, number):
        self.kind, self.line, self.number = row["kind"], row["line"], number
        self.groups = row.get("groups") or []
        self.pairs = row.get("pairs") or []
        self.dims, self.operand, self.result = row["dims"], row["operand_bytes"], row["result_bytes"]
        self.moves = row.get("moves")
        self.trips, self.ran = row.get("trips", []), 0

    def group_of(self, device):
        for group in self.groups:
            if device in group:
                return group
        return [device]

    def __str__(self):
        return "step %d, %s for line %d" % (self.number, self.kind, self.line)


class Simulation:
    """A module, its plan, and devices with their memory."""

    def __init__(self, module, plan, forgets=True, seed=0):
        self.module, self.count, self.forgets = module, module.devices, forgets
        self.steps, self.values, self.lines = {}, {}, {}
        self.notes, self.moving = {}, {}
        self.compute = Compute(module, np.random.default_rng(seed))
        self.rounds = 0
        for number, row in enumerate(plan["steps"]):
            if row["kind"] in ("unknown", "abort"):
                raise Unsupported("a step that is not predicted: " + row["why"])
            step = Step(row, number)
            self.steps.setdefault(step.line, []).append(step)
            if step.moves:
                self.moving.setdefault(step.moves["line"], []).append(step)
        for computation in module.computations.values():
            for instruction in computation.instructions:
                self.lines[instruction.line] = computation

    def note(self, what):
        """Counts something that a reader of the outcome should know."""
        self.notes[what] = self.notes.get(what, 0) + 1

    # ---- the walk ----

    def run(self):
        """Carries out the program on whole arrays and on the devices. Raises Mismatch, or Unsupported."""
        entry = self.module.entry
        parameters = {}
        for i in entry.instructions:
            if i.opcode == "parameter":
                layouts = hlo.shardings(i, self.count)
                leaves = [self.new(leaf, self.compute.numbers(leaf), i.name) for leaf in i.shape.leaves()]
                for value, layout in zip(leaves, layouts):
                    self.place(value, layout)
                parameters[int(i.attributes["literal"])] = leaves
        results = self.walk(entry, parameters)
        for value, layout in zip(results, hlo.shardings(entry.root, self.count)):
            self.demand(value, layout, "the result of the program")
        for step in (step for steps in self.steps.values() for step in steps):
            self.check_rounds(step)
        return results

    def check_rounds(self, step):
        """A step runs as often as the plan says; what belongs to a loop's condition once more."""
        if not step.ran and None in step.trips:
            self.note("%s in a loop of no rounds" % step.kind)
        elif not step.ran:
            raise Mismatch("%s never runs" % step)
        if None not in step.trips and step.ran not in (math.prod(step.trips), math.prod(n + 1 for n in step.trips)):
            raise Mismatch("%s runs %d times, and by the plan %s" % (step, step.ran, step.trips))

    def new(self, shape, whole, name):
        return Value(shape, whole, self.count, name)

    def place(self, value, layout):
        """Gives every device its slice."""
        for device, places in pieces(value.index, layout).items():
            value.hold(device, places, value.whole.ravel()[places])

    def demand(self, value, layout, what):
        """Every device must have its slice, and the right numbers in it."""
        for device, places in pieces(value.index, layout).items():
            if not value.holds(device, places).all():
                raise Mismatch("%s, %s: device %d lacks %d of %d elements" % (
                    what, value.name, device, (~value.holds(device, places)).sum(), (places >= 0).sum()))
        self.compare(value, what)

    def compare(self, value, what):
        """What devices have must be what the whole program has."""
        exact = value.whole.dtype.kind not in "fc"
        for device in range(self.count):
            mask = value.mask[device]
            got, wanted = value.data[device][mask], value.whole[mask]
            if exact:
                same = np.array_equal(got, wanted)
            else:
                with np.errstate(all="ignore"):
                    scale = np.nanmax(np.abs(wanted), initial=0)
                    same = np.allclose(got, wanted, 1e-6, 1e-9 * (scale if np.isfinite(scale) else 1), True)
            if not same:
                raise Mismatch("%s, %s: device %d has wrong numbers" % (what, value.name, device))

    def walk(self, computation, parameters):
        """The values of a computation's root."""
        known, wanted = {}, self.wanted(computation)
        for i in computation.instructions:
            if i.name not in wanted:
                continue
            if i.opcode == "parameter":
                values = parameters[int(i.attributes["literal"])]
                self.values[i.line] = values
                self.carry_out(self.steps_of(i), None)
            else:
                values = self.visit(i, [known[name][0] for name in i.operands],
                                    [known[name][1] for name in i.operands])
            known[i.name] = (values, i.shape)
        return known[computation.root.name][0]

    @staticmethod
    def wanted(computation):
        """The instructions that the root depends on."""
        by_name = {i.name: i for i in computation.instructions}
        names, stack = set(), [computation.root.name]
        while stack:
            name = stack.pop()
            if name not in names:
                names.add(name)
                stack += by_name[name].operands
        return names

    def moved(self, step):
        """The value that a step moves; None when it is not there."""
        values = self.values.get(step.moves["line"], [])
        return values[step.moves["element"]] if step.moves["element"] < len(values) else None

    def steps_of(self, instruction):
        return self.steps.get(instruction.line, [])

    def visit(self, i, operands, shapes):
        """The values of an instruction's result."""
        if i.opcode == "tuple":
            self.carry_out(self.steps_of(i), None)
            return [leaf for operand in operands for leaf in operand]
        if i.opcode == "get-tuple-element":
            self.carry_out(self.steps_of(i), None)
            sizes = [len(element.leaves()) for element in shapes[0].elements]
            index = int(i.attributes["index"])
            return operands[0][sum(sizes[:index]):sum(sizes[:index + 1])]
        if i.opcode == "opt-barrier":
            self.carry_out(self.steps_of(i), None)
            self.values[i.line] = self.fresh([v for o in operands for v in o], hlo.shardings(i, self.count), i.name)
            return self.values[i.line]
        if i.opcode == "while":
            return self.loop(i, operands[0])
        if i.opcode == "conditional":
            return self.branch(i, operands)
        if i.opcode == "call":
            return self.call(i, operands)
        return self.operation(i, [leaf for operand in operands for leaf in operand])

    # ---- loops and branches ----

    def fresh(self, values, layouts, name):
        """The same arrays, of which devices have kept what the layouts say."""
        result = []
        for value, layout in zip(values, layouts):
            copy = self.new(value.shape, value.whole, name)
            for device, places in pieces(value.index, layout).items():
                places = np.where(value.holds(device, places), places, -1)
                copy.hold(device, places, value.numbers(device, places))
            result.append(copy)
        return result

    def split_steps(self, instruction, computations):
        """Steps of the instruction that move values of these computations, and the others."""
        inner, outer = [], []
        for step in self.steps_of(instruction):
            inside = step.moves and self.lines.get(step.moves["line"]) in computations
            (inner if inside else outer).append(step)
        return inner, outer

    def loop(self, i, carry):
        condition, body = (self.module.computations[name] for name in i.called())
        inner, outer = self.split_steps(i, (condition, body))
        layouts = hlo.shardings(i, self.count)
        self.carry_out(outer, None)
        while True:
            self.rounds += 1
            if self.rounds > 200:
                raise Unsupported("a loop of many rounds")
            carry = self.fresh(carry, layouts, i.name)
            (again,) = self.walk(condition, {0: carry})
            if not again.whole:
                break
            carry = self.walk(body, {0: self.fresh(carry, layouts, i.name)})
            self.carry_out(inner, None)
        self.values[i.line] = carry
        return carry

    def branch(self, i, operands):
        names, chosen = i.called(), operands[0][0].whole
        number = int(not chosen) if chosen.dtype == bool else min(max(int(chosen), 0), len(names) - 1)
        if chosen.dtype != bool and not 0 <= int(chosen) < len(names):
            number = len(names) - 1
        branches = [self.module.computations[name] for name in names]
        inner, outer = self.split_steps(i, branches)
        self.carry_out(outer, None)
        layouts = hlo.shardings(i, self.count)
        results = None
        for k, branch in enumerate(branches):
            values = self.walk(branch, {0: operands[k + 1]})
            self.carry_out([s for s in inner if self.lines[s.moves["line"]] is branch], None)
            if k == number:
                results = values
        results = self.fresh(results, layouts, i.name)
        self.values[i.line] = results
        return results

    def call(self, i, operands):
        called = self.module.computations[i.called()[0]]
        values = self.walk(called, dict(enumerate(operands)))
        self.carry_out(self.steps_of(i), None)
        values = self.fresh(values, hlo.shardings(i, self.count), i.name)
        self.values[i.line] = values
        return values

    # ---- operations ----

    def operation(self, i, operands):
        """An instruction that computes: steps on its operands, the work of each device, steps on its results."""
        shapes = [v.shape for v in operands]
        whole = self.compute(i, shapes, [v.whole for v in operands],
                             [np.ones(v.whole.shape, bool) for v in operands])
        results = [self.new(leaf, array, i.name) for leaf, (array, _) in zip(i.shape.leaves(), whole)]
        self.values[i.line] = results
        work = Work(self, i, operands, results)
        self.carry_out(self.steps_of(i), work)
        work.finish()
        if self.forgets:
            work.forget()
        for value in results:
            value.origin = (i, operands) if len(results) == 1 else None
            self.compare(value, "line %d" % i.line)
        return results

    def carry_out(self, steps, work):
        for step in steps:
            step.ran += 1
            Move(self, step, work).run()
