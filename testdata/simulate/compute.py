"""One instruction on whole arrays of which only some elements are known: the elements of the result and which are known.

With everything known this is the whole program; on a device the unknown elements hold POISON, so that a result that is
called known and is not comes out wrong.
"""
import numpy as np

import evaluate as ev
from hlo import Unsupported


def poisoned(array, mask):
    """The array with what is not known replaced by what must not be used."""
    if array.dtype.kind in "fc":
        return np.where(mask, array, np.nan)
    if array.dtype == bool:
        return array & mask
    return np.where(mask, array, np.array(np.iinfo(array.dtype).max // 3, array.dtype))


class Compute:
    """Evaluates the instructions of a module."""

    def __init__(self, module, random):
        self.module, self.random = module, random
        self.read, self.constants = {}, {}

    def reads(self, instruction, shapes):
        """What the elements of the result are made of, worked out once."""
        if instruction not in self.read:
            self.read[instruction] = ev.reads(instruction, shapes)
        return self.read[instruction]

    def region(self, computation, values):
        """A computation of scalars on arrays of them."""
        known = {}
        for i in computation.instructions:
            if i.opcode == "parameter":
                result = [values[int(i.attributes["literal"])]]
            elif i.opcode == "constant":
                result = [ev.literal(i.attributes["literal"], i.shape)]
            elif i.opcode == "tuple":
                result = [known[name][0] for name in i.operands]
            else:
                args = [known[name][0] for name in i.operands]
                result = ev.elementwise(i, [None] * len(args), args)
                if result is None:
                    raise Unsupported("%s inside of a reduction" % i.opcode)
                result = [np.asarray(result).astype(ev.dtype_of(i.shape.kind))]
            known[i.name] = result
        return known[computation.root.name]

    def constant(self, instruction):
        """A constant, or numbers in the place of one that the text leaves out."""
        if instruction not in self.constants:
            value = ev.literal(instruction.attributes["literal"], instruction.shape)
            if value is None:
                value = self.numbers(instruction.shape)
            self.constants[instruction] = value
        return self.constants[instruction]

    def numbers(self, shape):
        """Any numbers of a type: small integers, so that they are good as indices."""
        kind = ev.dtype_of(shape.kind)
        if kind is np.bool_:
            return self.random.integers(0, 2, shape.dims).astype(bool)
        if kind in (np.float64, np.complex128):
            return self.random.uniform(0.1, 1.1, shape.dims).astype(kind)
        return self.random.integers(0, 8, shape.dims).astype(kind)

    def __call__(self, instruction, shapes, args, masks):
        """The results, each with which of it is known."""
        with np.errstate(all="ignore"):
            results = self.evaluate(instruction, shapes, args, masks)
        leaves = instruction.shape.leaves()
        return [(np.asarray(r).astype(ev.dtype_of(leaf.kind), copy=False).reshape(leaf.dims),
                 np.broadcast_to(m, leaf.dims)) for (r, m), leaf in zip(results, leaves)]

    def evaluate(self, instruction, shapes, args, masks):
        opcode = instruction.opcode
        if opcode == "constant":
            return [(self.constant(instruction), True)]
        if opcode == "iota":
            dim, dims = instruction.integers("iota_dimension")[0], instruction.shape.dims
            return [(np.broadcast_to(ev.along(np.arange(dims[dim]), [dim], len(dims)), dims), True)]
        result = ev.elementwise(instruction, [s.kind for s in shapes], args)
        if result is not None:
            if np.shape(args[0]) != instruction.shape.dims and opcode == "bitcast-convert":
                axes = -1 if args[0].ndim > len(instruction.shape.dims) else ()
                known = masks[0].all(axes) if axes == -1 else masks[0][..., None]
                return [(result, known)]
            known = masks[0]
            for mask in masks[1:]:
                known = known & mask
            return [(result, known)]
        special = getattr(self, opcode.replace("-", "_"), None)
        if special:
            return special(instruction, shapes, args, masks)
        read = self.reads(instruction, shapes)
        if read is None:
            raise Unsupported(opcode)
        return self.selected(instruction, read, args, masks)

    @staticmethod
    def selected(instruction, read, args, masks):
        """Elements that stand elsewhere in the operands."""
        size = len(read[0])
        result, known = np.zeros(size, args[0].dtype), np.zeros(size, bool)
        for k, index in read.items():
            taken = index[:, 0] >= 0
            result[taken] = args[k].ravel()[index[taken, 0]]
            known[taken] = masks[k].ravel()[index[taken, 0]]
        return [(result, known.reshape(instruction.shape.dims))]

    def terms(self, instruction, shapes, args, masks):
        """What is added up, or otherwise combined, for each element of the result: [results, terms], which of them are
        known, and by what they are combined; None where that is not so."""
        read = self.reads(instruction, shapes)
        if instruction.opcode in ("dot", "convolution"):
            one = np.ones((), args[0].dtype)
            a, b = ev.pick(args[0], read[0], 0 * one), ev.pick(args[1], read[1], 0 * one)
            none = (read[0] < 0) | (read[1] < 0)
            kind = ev.dtype_of(instruction.shape.kind)
            known = none | (ev.pick(masks[0], read[0], True) & ev.pick(masks[1], read[1], True))
            return np.where(none, 0, a.astype(kind) * b.astype(kind)), known, np.add
        if instruction.opcode not in ("reduce", "reduce-window") or len(args) != 2:
            return None
        name = ev.combine_name(self.module, instruction)
        if name not in ev.BINARY:
            return None
        none = read[0] < 0
        return (np.where(none, args[1], ev.pick(args[0], read[0], 0)),
                none | ev.pick(masks[0], read[0], True), ev.BINARY[name])

    def added(self, instruction, args, terms, combine):
        """The terms combined, with the number that a reduction begins with."""
        kind = ev.dtype_of(instruction.shape.kind)
        result = combine.reduce(terms.astype(kind), 1) if terms.shape[1] else np.zeros(len(terms), kind)
        if instruction.opcode in ("dot", "convolution"):
            return result
        start = np.broadcast_to(args[1], result.shape).astype(kind)
        return combine(start, result) if terms.shape[1] else start

    def dot(self, instruction, shapes, args, masks):
        dims, kind = instruction.shape.dims, ev.dtype_of(instruction.shape.kind)
        a, b = ev.matrices(instruction, [x.astype(kind) for x in args])
        counts = np.matmul(*ev.matrices(instruction, [m.astype(float) for m in masks]))
        return [(np.matmul(a, b).reshape(dims), (counts == a.shape[-1]).reshape(dims))]

    def convolution(self, instruction, shapes, args, masks):
        terms, known, combine = self.terms(instruction, shapes, args, masks)
        dims = instruction.shape.dims
        return [(self.added(instruction, args, terms, combine), known.all(1).reshape(dims))]

    def reduce(self, instruction, shapes, args, masks):
        if self.terms(instruction, shapes, args, masks) is not None:
            terms, known, combine = self.terms(instruction, shapes, args, masks)
            dims = instruction.shape.leaves()[0].dims
            return [(self.added(instruction, args, terms, combine), known.all(1).reshape(dims) & masks[1])]
        read, count = self.reads(instruction, shapes), len(args) // 2
        region = self.module.computations[instruction.called()[0]]
        columns = [ev.pick(args[k], read[k], 0) for k in range(count)]
        known = np.ones(len(read[0]), bool)
        for k in range(count):
            known &= ev.pick(masks[k], read[k], True).all(1)
        results = ev.fold(self.region, region, args[count:], columns, read[0] >= 0)
        return [(r, known.reshape(leaf.dims)) for r, leaf in zip(results, instruction.shape.leaves())]

    reduce_window = reduce

    def gather(self, instruction, shapes, args, masks):
        return [ev.gather(instruction, shapes, args, masks)]

    def scatter(self, instruction, shapes, args, masks):
        if len(args) != 3:
            raise Unsupported("a scatter into several arrays")
        index, sure, maybe = ev.scatter_hits(instruction, shapes, args, masks)
        return [self.scattered(instruction, args, masks, index, sure & masks[2].ravel(), maybe)]

    def scattered(self, instruction, args, masks, index, held, maybe):
        """The operand with the updates that are held; `maybe` are elements that others may go to."""
        result, missing = args[0].copy().ravel(), ~masks[0].ravel() | maybe.ravel()
        inside = index >= 0
        name = ev.combine_name(self.module, instruction)
        updates = args[2].ravel().astype(result.dtype)
        use = inside & held
        if name == "last":
            result[index[use]] = updates[use]
        elif name in ev.BINARY:
            ev.BINARY[name].at(result, index[use], updates[use])
        else:
            raise Unsupported("a scatter by %s" % name)
        missing[index[inside & ~held]] = True
        return result.reshape(args[0].shape), ~missing.reshape(args[0].shape)

    def starts(self, args, masks, first, sizes, shape):
        """The slices that begin at scalars, and whether these are known."""
        known = all(bool(m) for m in masks[first:])
        starts = [min(max(int(a), 0), size - s) if known else 0 for a, size, s in zip(args[first:], shape, sizes)]
        return known, tuple(slice(start, start + size) for start, size in zip(starts, sizes))

    def dynamic_slice(self, instruction, shapes, args, masks):
        sizes = instruction.integers("dynamic_slice_sizes")
        if len(args) == 2 and args[1].ndim:
            raise Unsupported("a vector of starts")
        cut = [k for k, (size, whole) in enumerate(zip(sizes, shapes[0].dims)) if size != whole]
        known = all(bool(masks[1 + k]) for k in cut)
        starts = [min(max(int(args[1 + k]), 0), shapes[0].dims[k] - sizes[k]) if k in cut and known else 0
                  for k in range(len(sizes))]
        at = tuple(slice(s, s + size) for s, size in zip(starts, sizes))
        return [(args[0][at], masks[0][at] & known)]

    def dynamic_update_slice(self, instruction, shapes, args, masks):
        known, at = self.starts(args, masks, 2, shapes[1].dims, shapes[0].dims)
        result, mask = args[0].copy(), masks[0].copy()
        if not known:
            return [(result, np.zeros(result.shape, bool))]
        result[at], mask[at] = args[1], masks[1]
        return [(result, mask)]

    def sort(self, instruction, shapes, args, masks):
        dim = instruction.integers("dimensions")[0]
        known = np.logical_and.reduce(masks).all(dim, keepdims=True)
        return [(r, np.broadcast_to(known, r.shape))
                for r in ev.sort(self.module, self.region, instruction, args)]

    def select_and_scatter(self, instruction, shapes, args, masks):
        result, _, index = ev.select_and_scatter(self.module, self.region, instruction, shapes, args)
        window = ev.pick(masks[0], index, True).all(1) & masks[1].ravel()
        missing = np.zeros(result.size, bool)
        places = index[~window]
        missing[places[places >= 0]] = True
        return [(result, ~missing.reshape(result.shape))]

    def cholesky(self, instruction, shapes, args, masks):
        known = masks[0].all((-2, -1), keepdims=True)
        a = np.where(known, args[0], np.eye(args[0].shape[-1]))
        a = np.tril(a) + np.swapaxes(np.tril(a, -1), -1, -2)
        a = a + 10 * a.shape[-1] * np.eye(a.shape[-1])
        return [(np.linalg.cholesky(a), known)]

    def triangular_solve(self, instruction, shapes, args, masks):
        if instruction.attributes.get("left_side", "false") != "true":
            raise Unsupported("a triangular solve from the right")
        lower = instruction.attributes.get("lower", "true") == "true"
        known = masks[0].all((-2, -1), keepdims=True) & masks[1].all(-2, keepdims=True)
        a = np.tril(args[0]) if lower else np.triu(args[0])
        if instruction.attributes.get("transpose_a", "NO_TRANSPOSE") != "NO_TRANSPOSE":
            a = np.swapaxes(a, -1, -2)
        a = np.where(masks[0].all((-2, -1), keepdims=True), a, np.eye(a.shape[-1]))
        return [(np.linalg.solve(a, np.where(known, args[1], 0)), known)]

    def fft(self, instruction, shapes, args, masks):
        lengths = instruction.integers("fft_length")
        axes = tuple(range(-len(lengths), 0))
        known = masks[0].all(axes, keepdims=True)
        kind = instruction.attributes["fft_type"]
        function = {"FFT": np.fft.fftn, "IFFT": np.fft.ifftn, "RFFT": np.fft.rfftn}.get(kind)
        if function:
            return [(function(np.where(known, args[0], 0), axes=axes), known)]
        return [(np.fft.irfftn(np.where(known, args[0], 0), s=lengths, axes=axes), known)]

    def topk(self, instruction, shapes, args, masks):
        k, x = int(instruction.attributes["k"]), args[0]
        order = np.argsort(-x, -1, "stable")[..., :k]
        known = masks[0].all(-1, keepdims=True)
        return [(np.take_along_axis(x, order, -1), known), (order, known)]

    def rng_bit_generator(self, instruction, shapes, args, masks):
        """Any bits that depend on the state and nothing else."""
        state, bits = instruction.shape.leaves()
        seed = int(np.asarray(args[0]).astype(np.uint64).sum() % np.uint64(1 << 32))
        numbers = np.random.default_rng(seed).integers(0, 1 << 8, bits.dims)
        return [(args[0] + np.ones((), args[0].dtype), masks[0].all()), (numbers, masks[0].all())]

    def custom_call(self, instruction, shapes, args, masks):
        raise Unsupported("custom-call " + instruction.attributes.get("custom_call_target", ""))
