"""What devices compute for an instruction, each from what it holds."""
import math

import numpy as np

import evaluate
import hlo
from compute import poisoned
from hlo import Unsupported
from places import Mismatch, layout_of, pieces, together


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
        declared = pieces(value.index, self.layouts()[self.results.index(value)])
        moved = []
        for step in self.simulation.moving.get(self.instruction.line, []):
            layout = self.results[step.moves["element"]] is value and step.moves["from"]
            if layout and "within" in step.moves:
                moved.append(self.kept_within(value, step.moves, declared))
            elif layout and math.prod(layout["shape"]) == value.whole.size and \
                    len(layout["devices"]) == self.simulation.count:
                index = value.index.reshape(layout["shape"])
                moved.append(pieces(index, layout_of(layout), tuple(layout["shard_shape"])))
        return [layout for layout in moved if layout] + [declared]

    @staticmethod
    def kept_within(value, moves, declared):
        """The same of a layout inside of groups that have together what their members are to have; else None."""
        layout, result = moves["from"], {}
        for group in moves["within"]:
            array = together(value.index, [declared[d] for d in group])
            if list(array.shape) != layout["shape"]:
                return None
            local = pieces(array, layout_of(layout), tuple(layout["shard_shape"]))
            result.update({group[place]: piece for place, piece in local.items()})
        return result

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
            twice = np.zeros(len(terms), bool)
            for device in group[1:]:
                new = self.known[device] & ~known
                twice |= (self.known[device] & known & (terms != 0)).any(1)
                terms[new], known = self.terms[device][new], known | new
            grown = np.zeros(len(terms), bool)
            for device in group:
                grown |= (known & ~self.known[device]).any(1)
            grown = restricted(work, value, group, grown, limit)
            if (twice & grown).any():
                work.simulation.note("sum of terms that several devices have")
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
