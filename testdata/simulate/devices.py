"""Simulated devices that carry out a planned program.

A value is held in pieces: each device has the elements that its own memory contains, and nothing else. A device computes
an element of a result only from elements that it holds. Steps of the plan are all that moves anything: each moves what its
kind, groups or pairs, dimension and bytes say and no more, and only what the sender holds.
"""
import math

import numpy as np

import evaluate
import hlo
from compute import Compute, poisoned
from hlo import Unsupported


class Mismatch(Exception):
    """The plan and the program do not agree; the text says where."""


class Value:
    """An array as the whole program has it, and as the devices hold it."""

    def __init__(self, shape, whole, devices, name):
        self.shape, self.whole, self.name = shape, whole, name
        self.index = np.arange(whole.size).reshape(whole.shape)
        self.data = [np.zeros_like(whole)] * devices
        self.mask = [np.zeros(whole.shape, bool)] * devices
        self.versions = []
        self.parts = None
        self.origin = None

    def hold(self, device, places, numbers):
        """The device has these elements now; -1 is padding."""
        inside = places >= 0
        data, mask = np.array(self.data[device]), np.array(self.mask[device])
        data.ravel()[places[inside]] = numbers[inside]
        mask.ravel()[places[inside]] = True
        self.data[device], self.mask[device] = data, mask

    def holds(self, device, places):
        """Which of these elements the device has; padding it has always."""
        return np.where(places < 0, True, self.mask[device].ravel()[places])

    def numbers(self, device, places):
        return np.where(places < 0, 0, self.data[device].ravel()[places])


def box(index, tiles, shard, position):
    """The part of an array of indices at a position among tiles, filled up with -1 to the size of a shard."""
    result = np.full(shard, -1)
    part = index[tuple(slice(p * s, p * s + s) for p, s in zip(position, shard))]
    result[tuple(slice(0, n) for n in part.shape)] = part
    return result


def ceiling(a, b):
    return -(-a // b)


def pieces(index, layout, shard=None):
    """What each device of a layout holds of an array of indices: by device."""
    shard = shard or tuple(ceiling(size, tiles) for size, tiles in zip(index.shape, layout.tiles))
    return {d: box(index, layout.tiles, shard, layout.position(d)) for d in layout.devices}


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


def layout_of(text):
    """A layout as the plan writes it."""
    return hlo.Layout(text["tiles"], text["devices"])


class Simulation:
    """A module, its plan, and devices with their memory."""

    def __init__(self, module, plan, seed=0):
        self.module, self.count = module, module.devices
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
        work.forget()
        for value in results:
            value.origin = (i, operands) if len(results) == 1 else None
            self.compare(value, "line %d" % i.line)
        return results

    def carry_out(self, steps, work):
        for step in steps:
            step.ran += 1
            Move(self, step, work).run()


class Work:
    """The computing that devices do for an instruction, when its first result is needed."""

    def __init__(self, simulation, instruction, operands, results):
        self.simulation, self.instruction = simulation, instruction
        self.operands, self.results, self.done = operands, results, False
        self.exchanges = []

    def arguments(self, device):
        masks = [v.mask[device] for v in self.operands]
        return [poisoned(v.data[device], m) for v, m in zip(self.operands, masks)], masks

    def moved(self, device):
        """The same, of operands that steps were made for only what these made of them."""
        args, masks = self.arguments(device)
        for k, value in enumerate(self.operands):
            places = value.versions[-1].get(device) if value.versions and self.moves(value) else None
            if places is not None:
                masks[k] = masks[k] & np.isin(value.index, places)
                args[k] = poisoned(value.data[device], masks[k])
        return args, masks

    def moves(self, value):
        """Whether a step of the instruction moves a value."""
        return any(step.moves and self.simulation.moved(step) is value
                   for step in self.simulation.steps_of(self.instruction))

    def shapes(self):
        return [v.shape for v in self.operands]

    def layouts(self):
        return hlo.shardings(self.instruction, self.simulation.count)

    def finish(self):
        """Computes what has not been computed yet."""
        if not self.done:
            self.done = True
            self.exchange()
            for device in range(self.simulation.count):
                args, masks = self.arguments(device)
                results = self.simulation.compute(self.instruction, self.shapes(), args, masks)
                for value, (array, mask) in zip(self.results, results):
                    value.data[device] = np.where(mask, array, value.data[device])
                    value.mask[device] = np.asarray(value.mask[device] | mask)

    def kept(self, value):
        """The layouts in which devices keep a result: those in which it is moved on, and the one it has in the end."""
        moved = []
        for step in self.simulation.moving.get(self.instruction.line, []):
            layout = self.results[step.moves["element"]] is value and step.moves["from"]
            if layout and "within" not in step.moves and math.prod(layout["shape"]) == value.whole.size and \
                    len(layout["devices"]) == self.simulation.count and step.kind != "all-reduce":
                index = value.index.reshape(layout["shape"])
                moved.append(pieces(index, layout_of(layout), tuple(layout["shard_shape"])))
        return moved + [pieces(value.index, self.layouts()[self.results.index(value)])]

    def forget(self):
        """Devices keep of the results what the plan says: what they could compute of the rest is not there. What is
        made of one number, or of none, is made anew wherever it is needed."""
        if all(v.whole.ndim == 0 for v in self.operands):
            return
        for value in self.results:
            kept = [np.zeros(value.whole.size, bool) for _ in range(self.simulation.count)]
            for layout in self.kept(value):
                for device, places in layout.items():
                    kept[device][places[places >= 0]] = True
            for device, mask in enumerate(kept):
                value.mask[device] = np.asarray(value.mask[device] & mask.reshape(value.whole.shape))

    # ---- halos ----

    def exchange(self):
        """Permutes of which the plan does not say what devices have after them: pieces of a value that windows need. A
        device gets what its part of the result is made of and it lacks, or one that it sends to later, as far as the
        sender has it and the bytes reach."""
        held = {}
        for value, step, before in self.exchanges:
            for moved in self.sources() if value in self.results else [value]:
                if moved not in held or before is not None:
                    held[moved] = [mask.copy() for mask in moved.mask]
                for device, places in (before or {}).items() if moved is value else ():
                    held[moved][device] = np.isin(moved.index, places) & moved.mask[device]
                self.send(moved, step, self.awaited(moved, step, held[moved]), held[moved])
                self.refresh(moved)

    def sources(self):
        """The values that an array made on the way of the instruction may be a part of."""
        found, stack = [], list(self.operands)
        while stack:
            value = stack.pop()
            if value.origin and value.origin[0].opcode in ("slice", "pad", "reverse", "concatenate", "reshape"):
                stack += value.origin[1]
            elif value.whole.ndim and value not in found:
                found.append(value)
        return found

    def awaited(self, value, first, held):
        """What each device lacks of a value before a step, itself and to send it on later: own needs, and all."""
        need = self.needed(value)
        if need is None:
            raise Unsupported("pieces that are moved for " + self.instruction.opcode)
        own = {d: need[d] & ~held[d] for d in need}
        later, after = dict(own), [step for _, step, _ in self.exchanges]
        for step in reversed(after[after.index(first) + 1:]):
            new = dict(later)
            for source, target in step.pairs:
                new[source] = new[source] | later[target] & ~held[source]
            later = new
        return own, later

    def send(self, value, step, awaited, held):
        limit, before = step.operand // value.shape.bytes(), [mask.copy() for mask in held]
        for source, target in step.pairs:
            if source != target:
                own, later = (self.piece(value, need[target], before[source], limit) for need in awaited)
                both = np.union1d(own, later)
                places = both if both.size <= limit else own
                value.hold(target, places, value.data[source].ravel()[places])
                held[target] = held[target] | np.isin(value.index, places)

    @staticmethod
    def piece(value, need, held, limit):
        """What is sent: of what the sender has the part, along one dimension, in which the receiver lacks something."""
        best = np.flatnonzero(need & held)[:limit]
        for axis, places in enumerate(np.nonzero(need & held)):
            inside = np.zeros(value.index.shape[axis], bool)
            inside[places] = True
            part = np.flatnonzero(held & evaluate.along(inside, [axis], value.index.ndim))
            if best.size < part.size <= limit:
                best = part
        return best

    def needed(self, value):
        """Which elements of a value the parts of the result are made of, by device; None when that is not known."""
        need = {}
        for device, places in self.kept(self.results[0])[0].items():
            need[device] = self.trace(value, self.instruction, self.operands, places[places >= 0], device)
            if need[device] is None:
                return None
        return need

    def trace(self, value, instruction, operands, places, device=None):
        """Which elements of a value these places of an instruction's result are made of; of a product those whose
        factor the device has."""
        shapes = [v.shape for v in operands]
        if instruction.opcode == "select-and-scatter":
            reads = evaluate.scattered_windows(instruction, shapes, places)
        else:
            reads = self.simulation.compute.reads(instruction, shapes)
            reads = reads and {k: index[places].ravel() if len(index) > 1 or len(places) <= 1 else index.ravel()
                               for k, index in reads.items()}
        if reads is None:
            return None
        if instruction.opcode in ("dot", "convolution"):
            has = [(reads[k] < 0) | self.moved(device)[1][k].ravel()[reads[k]] for k in (0, 1)]
            reads = {k: reads[k][has[1 - k]] for k in (0, 1)}
        need = None
        for k, index in reads.items():
            index, below = index[index >= 0], None
            if operands[k] is value:
                below = np.zeros(value.index.shape, bool)
                below.ravel()[index] = True
            elif operands[k].origin:
                below = self.trace(value, *operands[k].origin, index)
            if below is not None:
                need = below if need is None else need | below
        return need

    def refresh(self, value):
        """What of the operands is a part of the value, and can be made now."""
        for operand in self.operands:
            if operand is not value and operand.origin:
                instruction, below = operand.origin
                inner = Work(self.simulation, instruction, below, [operand])
                inner.refresh(value)
                inner.finish()

    # ---- sums ----

    def add_up(self, value, groups, limit):
        """Devices of a group combine what each has of the terms of the result. Of what several have one gives it."""
        if value.parts is None:
            value.parts = self.parts()
        if value.parts is None:
            return False
        value.parts.join(self, value, groups, limit)
        return True

    def parts(self):
        if self.instruction.opcode == "scatter":
            return Updates(self)
        sample = self.simulation.compute.terms(self.instruction, self.shapes(), *self.arguments(0)) \
            if self.simulation.compute.reads(self.instruction, self.shapes()) else None
        return Terms(self) if sample is not None else None


class Terms:
    """What devices have of the terms of a sum: [results, terms] each, and which of them."""

    def __init__(self, work):
        every = [work.simulation.compute.terms(work.instruction, work.shapes(), *work.moved(d))
                 for d in range(work.simulation.count)]
        self.terms, self.known = [e[0] for e in every], [e[1] for e in every]
        self.combine = every[0][2]

    def join(self, work, value, groups, limit):
        for group in groups:
            terms, known = self.terms[group[0]].copy(), self.known[group[0]].copy()
            for device in group[1:]:
                new = self.known[device] & ~known
                terms[new], known = self.terms[device][new], known | new
            grown = np.zeros(len(terms), bool)
            for device in group:
                grown |= (known & ~self.known[device]).any(1)
            grown = restricted(work, value, group, grown, limit)
            for device in group:
                if not self.known[device].any(1)[grown].all():
                    raise Mismatch("line %d: device %d adds up what it has no part of" % (
                        work.instruction.line, device))
            for device in group:
                self.terms[device] = np.where(grown[:, None], terms, self.terms[device])
                self.known[device] = np.where(grown[:, None], known, self.known[device])
                self.tell(work, value, device)

    def tell(self, work, value, device):
        """The sums that are complete are elements that the device has."""
        args, masks = work.arguments(device)
        complete = self.known[device].all(1)
        if len(masks) > 1 and work.instruction.opcode not in ("dot", "convolution"):
            complete &= bool(masks[1])
        sums = work.simulation.compute.added(work.instruction, args,
                                             np.where(complete[:, None], self.terms[device], 0), self.combine)
        places = np.flatnonzero(complete)
        value.hold(device, places, sums[places])


class Updates:
    """What devices have of the operands of a scatter, which adds up updates, or of a reduction of several values."""

    def __init__(self, work):
        self.rows = [work.arguments(device) for device in range(work.simulation.count)]

    def join(self, work, value, groups, limit):
        for group in groups:
            args, masks = ([part.copy() for part in parts] for parts in self.rows[group[0]])
            for device in group[1:]:
                for k, (other, others) in enumerate(zip(*self.rows[device])):
                    args[k] = np.where(masks[k], args[k], other)
                    masks[k] = masks[k] | others
            results = work.simulation.compute(work.instruction, work.shapes(), args, masks)
            result, known = results[work.results.index(value)]
            grown = np.zeros(known.size, bool)
            for device in group:
                grown |= (known & ~value.mask[device]).ravel()
            grown = restricted(work, value, group, grown, limit)
            for device in group:
                self.rows[device] = args, masks
                value.hold(device, np.flatnonzero(grown), result.ravel()[grown])


def restricted(work, value, group, grown, limit):
    """The elements that a step is for, when it cannot move all that it could: the parts that devices of the group are to
    have. Raises Mismatch when it cannot move those."""
    if grown.sum() <= limit:
        return grown
    wanted = np.zeros(grown.size, bool)
    for device, places in work.kept(value)[0].items():
        if device in group:
            wanted[places[places >= 0]] = True
    if (grown & wanted).sum() > limit:
        raise Mismatch("line %d: an all-reduce of %d elements is to add up %d" % (
            work.instruction.line, limit, (grown & wanted).sum()))
    return grown & wanted


class Move:
    """One step, carried out."""

    def __init__(self, simulation, step, work):
        self.simulation, self.step, self.work = simulation, step, work
        self.value = self.find()

    def find(self):
        if not self.step.moves:
            raise Unsupported("a collective of the program itself")
        value = self.simulation.moved(self.step)
        if value is None:
            raise Mismatch("%s moves %s, which is not there" % (self.step, self.step.moves["value"]))
        return value

    def is_result(self):
        return self.work is not None and any(self.value is v for v in self.work.results)

    def fail(self, text):
        raise Mismatch("%s (%s): %s" % (self.step, self.value.name, text))

    def fits(self, layout):
        """Whether a layout is one of the value, and not of something that is made on the way."""
        return layout is None or math.prod(layout["shape"]) == self.value.whole.size or "within" in self.step.moves

    def run(self):
        moves = self.step.moves
        if self.is_result() and self.work.instruction.opcode == "reduce" and len(self.work.results) > 1:
            return self.combine()
        if self.is_result() and not self.fits(moves["from"]):
            self.simulation.note("%s of what is made on the way of %s" % (self.step.kind, self.work.instruction.opcode))
            return None
        if self.step.kind == "all-reduce":
            return self.all_reduce()
        pieces_move = self.step.kind == "collective-permute" and moves["to"] is None
        if self.is_result() and not pieces_move:
            self.work.finish()
        if pieces_move:
            if self.work is None:
                raise Unsupported("pieces that are moved for a loop")
            before = self.before() if moves["from"] and not self.is_result() else None
            self.work.exchanges.append((self.value, self.step, before))
            return None
        before = self.before()
        if before is None:
            raise Unsupported("%s of %s, of which it is not known where it is" % (
                self.step.kind, self.work.instruction.opcode if self.work else "a value"))
        for device, places in before.items():
            self.check_size("operand", places, self.step.operand)
            if not self.value.holds(device, places).all():
                self.fail("device %d does not hold its operand" % device)
        after = {"all-gather": self.all_gather, "collective-permute": self.permute,
                 "all-to-all": self.all_to_all}[self.step.kind](before)
        for device, (places, numbers) in after.items():
            self.check_size("result", places, self.step.result)
            self.value.hold(device, places, numbers)
        self.value.versions.append({d: places for d, (places, _) in after.items()})
        self.check_after(before, after)
        return None

    def check_size(self, which, places, size):
        """The bytes are those of the places; an all-to-all fills the dimension that it splits up to equal parts."""
        count = size // self.value.shape.bytes()
        if places.size == count:
            return
        parts = len(self.step.groups[0]) if self.step.kind == "all-to-all" else 1
        if count not in {places.size // n * ceiling(n, parts) * parts for n in places.shape if n}:
            self.fail("its %s has %d elements, and %d bytes" % (which, places.size, size))

    # ---- where things are ----

    def global_places(self, layout):
        """What each device has by a layout of all devices; None when it is not one of the value."""
        if layout is None or "within" in self.step.moves or len(layout["devices"]) != self.simulation.count \
                or math.prod(layout["shape"]) != self.value.whole.size:
            return None
        index = self.value.index.reshape(layout["shape"])
        return pieces(index, layout_of(layout), tuple(layout["shard_shape"]))

    def before(self):
        """The operand of each device, as places in the value."""
        layout = self.step.moves["from"]
        if layout is None:
            last = self.value.versions[-1] if self.value.versions else None
            fits = last and all(p.size * self.value.shape.bytes() == self.step.operand for p in last.values())
            return last if fits else None
        places = self.global_places(layout)
        if places is not None or "within" not in self.step.moves:
            return places
        for version in self.candidates(tuple(layout["shard_shape"])):
            if self.group_arrays(version, layout) is not None:
                return version
        return self.slices(layout)

    def slices(self, layout):
        """Pieces of what the devices of each group have together, where each of them has its own."""
        for version in self.candidates(None):
            result = {}
            for number, group in enumerate(self.step.moves["within"]):
                array = together(self.value.index, [version[d] for d in group])
                array = part_of(array, layout["shape"], number, len(self.step.moves["within"]))
                if array.size != math.prod(layout["shape"]):
                    break
                local = pieces(array.reshape(layout["shape"]), layout_of(layout), tuple(layout["shard_shape"]))
                result.update({group[place]: piece for place, piece in local.items()})
            if len(result) == self.simulation.count and \
                    all(self.value.holds(d, p).all() for d, p in result.items()):
                return result
        return None

    def candidates(self, shard):
        """What devices may hold as pieces of this shape, or of any: results of steps, the latest first, and what they
        have."""
        versions = list(reversed(self.value.versions))
        versions += [pieces(self.value.index, layout) for layout in self.declared()]
        versions.append({d: held_box(self.value, d) for d in range(self.simulation.count)})
        for version in versions:
            if any(p is None for p in version.values()):
                continue
            if shard is None:
                yield version
            elif all(p.size == math.prod(shard) and self.value.holds(d, p).all() for d, p in version.items()):
                yield {d: p.reshape(shard) for d, p in version.items()}

    def declared(self):
        line = self.step.moves["line"]
        for i in self.simulation.lines[line].instructions:
            if i.line == line:
                layouts = hlo.shardings(i, self.simulation.count)
                yield layouts[min(self.step.moves["element"], len(layouts) - 1)]

    def group_arrays(self, version, layout):
        """The array that each group has together when its members have these pieces; None when they do not fit."""
        arrays = []
        for group in self.step.moves["within"]:
            whole = np.full([t * s for t, s in zip(layout["tiles"], layout["shard_shape"])], -2)
            inner = layout_of(layout)
            for place in inner.devices:
                at = tuple(slice(p * s, p * s + s) for p, s in zip(inner.position(place), layout["shard_shape"]))
                piece = version[group[place]]
                if ((whole[at] != -2) & (whole[at] != piece)).any():
                    return None
                whole[at] = piece
            arrays.append(whole[tuple(slice(0, n) for n in layout["shape"])])
        return arrays

    def wanted(self, before):
        """What each device is to have after the step, by the plan; None when it does not say."""
        layout = self.step.moves["to"]
        if layout is None:
            return None
        places = self.global_places(layout)
        if places is not None or "within" not in self.step.moves:
            return places
        arrays = self.group_arrays(before, self.step.moves["from"]) if self.step.moves["from"] else None
        if arrays is None or arrays[0].size != math.prod(layout["shape"]):
            return None
        result = {}
        for group, array in zip(self.step.moves["within"], arrays):
            local = pieces(array.reshape(layout["shape"]), layout_of(layout), tuple(layout["shard_shape"]))
            result.update({group[place]: piece for place, piece in local.items()})
        return result

    def check_after(self, before, after):
        """What arrived must be what the plan says that devices have then."""
        wanted = self.wanted(before)
        for device, places in (wanted or {}).items():
            got = after[device][0] if device in after else np.full(places.shape, -1)
            if got.ndim == places.ndim:
                got = got[tuple(slice(0, n) for n in places.shape)]
            if got.size != places.size or not np.array_equal(got.ravel(), places.ravel()):
                self.fail("device %d has not what it is to have" % device)

    # ---- kinds ----

    def all_gather(self, before):
        if len(self.step.dims) != 1:
            self.fail("an all-gather along %s" % self.step.dims)
        dim, after = self.step.dims[0], {}
        for group in self.step.groups:
            if dim >= before[group[0]].ndim:
                self.fail("there is no dimension %d" % dim)
            places = np.concatenate([before[d] for d in group], dim)
            numbers = np.concatenate([self.value.numbers(d, before[d]) for d in group], dim)
            after.update({d: (places, numbers) for d in group})
        return after

    def permute(self, before):
        after = {}
        for source, target in self.step.pairs:
            if target in after:
                self.fail("device %d receives twice" % target)
            after[target] = (before[source], self.value.numbers(source, before[source]))
        return after

    def all_to_all(self, before):
        """Each device gets from each member of its group the part that it is to have, an equal one of each."""
        wanted = self.wanted(before)
        if wanted is None:
            raise Unsupported("an all-to-all into what the plan does not say")
        grown = [k for k, (a, b) in enumerate(zip(self.step.moves["from"]["tiles"], self.step.moves["to"]["tiles"]))
                 if b > a] if self.step.moves["from"] else []
        if len(grown) == 1 and self.step.dims not in ([grown[0]], [0]):
            self.fail("it is split along %s, and dimension %d is cut" % (self.step.dims, grown[0]))
        after = {}
        for device, places in wanted.items():
            group = self.step.group_of(device)
            part = self.step.operand // self.value.shape.bytes() // len(group)
            numbers = np.zeros(places.shape, self.value.whole.dtype)
            found = places < 0
            for sender in group:
                sent = np.isin(places, before[sender]) & ~found
                if sent.sum() > part:
                    self.fail("device %d sends %d of %d elements to one" % (sender, sent.sum(), before[sender].size))
                numbers[sent], found = self.value.numbers(sender, places)[sent], found | sent
            if not found.all():
                self.fail("device %d does not get what it is to have" % device)
            after[device] = (places, numbers)
        return after

    def all_reduce(self):
        """Adds up. Of a value that is computed already, each device gives what it has and zeros for the rest."""
        limit = self.step.operand // self.value.shape.bytes()
        if self.step.operand != self.step.result:
            self.fail("its result has another size than its operand")
        if self.is_result():
            self.work.finish()
            if self.work.instruction.opcode not in ("gather", "dynamic-slice") and \
                    self.work.add_up(self.value, self.step.groups, limit):
                return
        self.unite(limit)

    def combine(self):
        """A reduction of several values together: the parts that the devices of a group have found are gathered, and
        each combines them."""
        self.work.finish()
        if self.value.parts is None:
            self.value.parts = Updates(self.work)
        self.value.parts.join(self.work, self.value, self.step.groups, self.step.operand // self.value.shape.bytes())

    def unite(self, limit):
        for group in self.step.groups:
            data, mask = self.value.data[group[0]].copy(), self.value.mask[group[0]].copy()
            for device in group[1:]:
                new = self.value.mask[device] & ~mask
                data[new], mask = self.value.data[device][new], mask | new
            grown = np.zeros(mask.shape, bool)
            for device in group:
                grown |= mask & ~self.value.mask[device]
            if self.work is not None and self.is_result():
                grown = restricted(self.work, self.value, group, grown.ravel(), limit)
            elif grown.sum() > limit:
                self.fail("it moves %d elements, and is to move %d" % (limit, grown.sum()))
            places = np.flatnonzero(grown)
            for device in group:
                self.value.hold(device, places, data.ravel()[places])


def together(index, parts):
    """The box of an array of indices around what stands in all the parts."""
    places = np.unique(np.concatenate([part.ravel() for part in parts]))
    places = np.unravel_index(places[places >= 0], index.shape)
    return index[np.ix_(*[np.unique(p) for p in places])] if index.ndim else index


def part_of(array, shape, number, count):
    """The part of an array that group `number` of `count` takes, where each takes its own of one dimension."""
    if array.ndim == len(shape):
        for axis, size in enumerate(shape):
            if array.shape[axis] == size * count:
                array = np.split(array, count, axis)[number]
    return array


def held_box(value, device):
    """The places that a device holds, as a box, when they are one."""
    mask = value.mask[device]
    at = np.nonzero(mask)
    if mask.ndim == 0:
        return value.index if mask else None
    if not len(at[0]):
        return None
    part = tuple(slice(a.min(), a.max() + 1) for a in at)
    return value.index[part] if mask[part].all() else None
