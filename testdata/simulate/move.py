"""One step of a plan, carried out."""
import math

import numpy as np

import hlo
from hlo import Unsupported
from places import Mismatch, ceiling, held_box, layout_of, part_of, pieces, together
from work import Updates, restricted


def fits_shard(places, shard):
    """Whether these are a shard of this shape, or may be seen as one with more or fewer dimensions."""
    return places.shape == shard if places.ndim == len(shard) else places.size == math.prod(shard)


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
        self.value.makers.append(self.step.line)
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
        """What devices may hold as pieces of this shape, or of any: results of steps for the same instruction, the
        latest first, the slices they have by the sharding, results of other steps, and all that they hold."""
        made = list(zip(reversed(self.value.versions), reversed(self.value.makers)))
        versions = [version for version, line in made if line == self.step.line]
        versions += [pieces(self.value.index, layout) for layout in self.declared()]
        versions += [version for version, line in made if line != self.step.line]
        versions.append({d: held_box(self.value, d) for d in range(self.simulation.count)})
        for version in versions:
            if any(p is None for p in version.values()):
                continue
            if shard is None:
                yield version
            elif all(fits_shard(p, shard) and self.value.holds(d, p).all() for d, p in version.items()):
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
            places = whole[whole >= 0]
            if np.unique(places).size != places.size:
                return None
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
