"""Evaluates instructions of HLO on numpy arrays, and says which elements of a result are known when only some of the
operands' elements are.

What an element of the result is made of is an array of indices wherever it does not depend on data: `reads`. Floating
point is computed in double precision whatever the type, so that a sum does not depend on its order; integers wrap as
those of their type do. Operations as the XLA operation semantics describe them.
"""
import math

import numpy as np

from hlo import Unsupported

MAX_TERMS = 1 << 23

INTEGERS = {"s8": np.int8, "u8": np.uint8, "s16": np.int16, "u16": np.uint16, "s32": np.int32, "u32": np.uint32,
            "s64": np.int64, "u64": np.uint64, "pred": np.bool_, "s4": np.int8, "u4": np.uint8}
BINARY = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "maximum": np.maximum,
          "minimum": np.minimum, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
          "atan2": np.arctan2}
UNARY = {"negate": np.negative, "abs": np.abs, "exponential": np.exp, "log": np.log, "sqrt": np.sqrt, "tanh": np.tanh,
         "logistic": lambda x: 1 / (1 + np.exp(-x)), "sine": np.sin, "cosine": np.cos, "sign": np.sign,
         "floor": np.floor, "ceil": np.ceil, "cbrt": np.cbrt, "tan": np.tan, "is-finite": np.isfinite,
         "rsqrt": lambda x: 1 / np.sqrt(x), "log-plus-one": np.log1p, "exponential-minus-one": np.expm1,
         "round-nearest-even": np.rint, "round-nearest-afz": lambda x: np.trunc(x + np.copysign(0.5, x)),
         "copy": lambda x: x, "erf": np.vectorize(math.erf, otypes=[float]), "real": np.real, "imag": np.imag,
         "reduce-precision": lambda x: x, "optimization-barrier": lambda x: x, "copy-start": lambda x: x}
COMPARE = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater,
           "GE": np.greater_equal}


def dtype_of(kind):
    if kind in ("c64", "c128"):
        return np.complex128
    return INTEGERS.get(kind, np.float64)


def power(a, b):
    return a ** b if a.dtype.kind != "i" else np.where(b < 0, 0, a ** np.maximum(b, 0)).astype(a.dtype)


def divide(a, b):
    if a.dtype.kind not in "iu":
        return a / b
    safe = np.where(b == 0, 1, b)
    return np.where(b == 0, -1, np.trunc(a / safe).astype(a.dtype)).astype(a.dtype)


def remainder(a, b):
    return np.fmod(a, np.where(b == 0, 1, b)) if a.dtype.kind in "iu" else np.fmod(a, b)


def shift(instruction, a, b):
    bits = a.dtype.itemsize * 8
    over = (b < 0) | (b >= bits)
    b = np.where(over, 0, b).astype(a.dtype)
    if instruction.opcode == "shift-left":
        return np.where(over, 0, a << b).astype(a.dtype)
    if instruction.opcode == "shift-right-logical":
        unsigned = a.view(np.dtype("u%d" % a.dtype.itemsize))
        return np.where(over, 0, (unsigned >> b.astype(unsigned.dtype))).astype(a.dtype)
    return np.where(over, np.where(a < 0, -1, 0), a >> b).astype(a.dtype)


def bitcast(instruction, source_kind, x):
    """Bits of a number as another one of the same size."""
    kinds = {"f32": np.float32, "f64": np.float64, "f16": np.float16}
    a, b = (kinds.get(kind) or INTEGERS.get(kind) for kind in (source_kind, instruction.shape.kind))
    if a is None or b is None:
        raise Unsupported("bitcast-convert from %s to %s" % (source_kind, instruction.shape.kind))
    bits = np.ascontiguousarray(x.astype(a))
    if not bits.ndim:
        return bits.reshape(1).view(b).reshape(instruction.shape.dims)
    if np.dtype(a).itemsize < np.dtype(b).itemsize:
        return bits.view(b).reshape(instruction.shape.dims)
    if np.dtype(a).itemsize > np.dtype(b).itemsize:
        bits = bits[..., None]
    return bits.view(b).reshape(instruction.shape.dims)


def elementwise(instruction, kinds, args):
    """The result, or None when it is no elementwise operation."""
    opcode = instruction.opcode
    if opcode in BINARY:
        return BINARY[opcode](*args)
    if opcode in UNARY:
        return UNARY[opcode](*args)
    if opcode == "compare":
        return COMPARE[instruction.attributes["direction"]](*args)
    if opcode == "select":
        return np.where(*args)
    if opcode == "clamp":
        return np.minimum(np.maximum(args[1], args[0]), args[2])
    if opcode == "convert":
        x = args[0]
        if x.dtype.kind == "f" and instruction.shape.kind in INTEGERS and instruction.shape.kind != "pred":
            x = np.clip(np.nan_to_num(x), -2.0 ** 62, 2.0 ** 62).astype(np.int64)
        return x
    if opcode == "not":
        return np.logical_not(args[0]) if args[0].dtype == bool else np.bitwise_not(args[0])
    if opcode == "power":
        return power(*args)
    if opcode == "divide":
        return divide(*args)
    if opcode == "remainder":
        return remainder(*args)
    if opcode.startswith("shift-"):
        return shift(instruction, *args)
    if opcode == "bitcast-convert":
        return bitcast(instruction, kinds[0], args[0])
    if opcode == "complex":
        return args[0] + 1j * args[1]
    if opcode in ("popcnt", "count-leading-zeros"):
        bits = args[0].dtype.itemsize * 8
        count = np.vectorize(lambda n: bin(int(n) & (1 << bits) - 1).count("1") if opcode == "popcnt"
                             else bits - (int(n) & (1 << bits) - 1).bit_length(), otypes=[int])
        return count(args[0]) if args[0].size else args[0]
    return None


def indices(shape):
    return np.arange(math.prod(shape)).reshape(shape)


def checked(count):
    if count > MAX_TERMS:
        raise Unsupported("an operation of %d terms is too large to simulate" % count)


def matrices(instruction, arrays):
    """The operands of a dot as batches of matrices."""
    a, b = arrays
    ca, cb = instruction.integers("lhs_contracting_dims"), instruction.integers("rhs_contracting_dims")
    ba, bb = instruction.integers("lhs_batch_dims"), instruction.integers("rhs_batch_dims")
    fa = [i for i in range(a.ndim) if i not in ca + ba]
    fb = [i for i in range(b.ndim) if i not in cb + bb]
    batch, terms = [a.shape[i] for i in ba], math.prod(a.shape[i] for i in ca)
    rows, columns = math.prod(a.shape[i] for i in fa), math.prod(b.shape[i] for i in fb)
    a = a.transpose(ba + fa + ca).reshape(math.prod(batch), rows, terms)
    return a, b.transpose(bb + cb + fb).reshape(math.prod(batch), terms, columns)


def read_dot(instruction, shapes):
    """For each element of the result the elements of both operands that are multiplied: [results, terms]."""
    a, b = matrices(instruction, [indices(shape.dims) for shape in shapes])
    full = (a.shape[0], a.shape[1], b.shape[2], a.shape[2])
    checked(math.prod(full))
    a, b = a[:, :, None, :], b.swapaxes(1, 2)[:, None, :, :]
    return [np.broadcast_to(x, full).reshape(-1, full[3]) for x in (a, b)]


def read_window(text):
    """The dimensions of window={size=3x3 stride=2x2 pad=1_1x0_0 lhs_dilate=1x2 rhs_dilate=1x1 rhs_reversal=0x1}."""
    fields = dict(part.split("=") for part in text.strip("{}").split())
    sizes = [int(n) for n in fields.get("size", "").split("x") if n]
    count = len(sizes)

    def numbers(key, default):
        return [int(n) for n in fields[key].split("x")] if key in fields else [default] * count
    pads = [tuple(int(n) for n in pad.split("_")) for pad in fields["pad"].split("x")] if "pad" in fields else \
        [(0, 0)] * count
    return list(zip(sizes, numbers("stride", 1), pads, numbers("lhs_dilate", 1), numbers("rhs_dilate", 1),
                    numbers("rhs_reversal", 0)))


def slide(size, results, window):
    """Along one dimension: the element of `size` that place k of window r is over, or -1: [results, window]."""
    length, stride, (low, _), base, dilate, reverse = window
    place = np.arange(results)[:, None] * stride + np.arange(length)[None, :] * dilate - low
    inside = (place >= 0) & (place % base == 0) & (place // base < size)
    if reverse:
        inside, place = inside[:, ::-1], place[:, ::-1]
    return np.where(inside, place // base, -1)


def flat(parts, shape):
    """Indices along each dimension, broadcast together, as one; -1 where one of them is."""
    parts = np.broadcast_arrays(*parts)
    index, outside = np.zeros(parts[0].shape, np.int64), np.zeros(parts[0].shape, bool)
    for part, size in zip(parts, shape):
        index = index * size + part
        outside |= part < 0
    return np.where(outside, -1, index)


def along(array, axes, rank):
    """The array with its dimensions put at `axes` of `rank`."""
    shape = [1] * rank
    for axis, size in zip(axes, array.shape):
        shape[axis] = size
    return array.reshape(shape)


def read_convolution(instruction, shapes):
    """As of a dot. Dimensions: those of the result, then the window, then the input features of a group."""
    lhs, rest = instruction.attributes["dim_labels"].split("_")
    rhs, out = rest.split("->")
    windows = read_window(instruction.attributes.get("window", "{}"))
    groups = int(instruction.attributes.get("feature_group_count", 1))
    batches = int(instruction.attributes.get("batch_group_count", 1))
    rank, spatial = len(out), len(windows)
    total = rank + spatial + 1
    ranges = list(instruction.shape.dims) + [w[0] for w in windows] + [shapes[1].dims[rhs.index("i")]]
    checked(math.prod(ranges))
    feature = along(np.arange(ranges[-1]), [total - 1], total)
    result = along(np.arange(ranges[out.index("f")]), [out.index("f")], total)
    batch = along(np.arange(ranges[out.index("b")]), [out.index("b")], total)
    per = ranges[out.index("f")] // (groups * batches)
    left, right = [None] * rank, [None] * rank
    left[lhs.index("b")] = batch + (result // per % batches) * ranges[out.index("b")] if batches > 1 else batch
    left[lhs.index("f")] = feature + (result // per) * ranges[-1] if groups > 1 else feature
    right[rhs.index("i")], right[rhs.index("o")] = feature, result
    for n, window in enumerate(windows):
        axis = out.index(str(n))
        left[lhs.index(str(n))] = along(slide(shapes[0].dims[lhs.index(str(n))], ranges[axis], window),
                                        [axis, rank + n], total)
        right[rhs.index(str(n))] = along(np.arange(window[0]), [rank + n], total)
    read = [flat(left, shapes[0].dims), flat(right, shapes[1].dims)]
    return [np.broadcast_to(x, ranges).reshape(math.prod(ranges[:rank]), -1) for x in read]


def read_reduce_window(instruction, shapes):
    windows, dims = read_window(instruction.attributes["window"]), shapes[0].dims
    results = instruction.shape.leaves()[0].dims
    rank = len(dims)
    checked(math.prod(results) * math.prod(w[0] for w in windows))
    parts = [along(slide(size, results[i], window), [i, rank + i], 2 * rank)
             for i, (size, window) in enumerate(zip(dims, windows))]
    return flat(parts, dims).reshape(math.prod(results), -1)


def read_reduce(instruction, shapes):
    index, dims = indices(shapes[0].dims), instruction.integers("dimensions")
    kept = [i for i in range(index.ndim) if i not in dims]
    terms = math.prod(shapes[0].dims[i] for i in dims)
    return index.transpose(kept + dims).reshape(-1, terms)


def read_pad(instruction, shapes):
    parts = []
    for i, text in enumerate(instruction.attributes["padding"].split("x")):
        low, _, interior = (int(n) for n in (text + "_0").split("_")[:3])
        place = np.arange(instruction.shape.dims[i]) - low
        inside = (place >= 0) & (place % (interior + 1) == 0) & (place // (interior + 1) < shapes[0].dims[i])
        parts.append(along(np.where(inside, place // (interior + 1), -1), [i], len(shapes[0].dims)))
    return flat(parts, shapes[0].dims) if parts else np.zeros((), int)


def read_slice(instruction, shapes):
    pieces = [tuple(int(n) for n in part.split(":")) for part in
              instruction.attributes["slice"].strip("{}").replace("[", "").replace("]", "").split(",") if part.strip()]
    return indices(shapes[0].dims)[tuple(slice(p[0], p[1], p[2] if len(p) > 2 else 1) for p in pieces)]


def reads(instruction, shapes):
    """The elements of each array operand that each element of the result is made of: an array of [results, terms] of
    flat indices, -1 for none, by operand. None when that depends on data or all of it is read."""
    opcode, dims = instruction.opcode, instruction.shape.dims

    def once(index):
        return {0: np.asarray(index).reshape(-1, 1)}
    if opcode in ("reshape", "bitcast"):
        return once(indices(dims))
    if opcode == "transpose":
        return once(indices(shapes[0].dims).transpose(instruction.integers("dimensions")))
    if opcode == "broadcast":
        places = instruction.integers("dimensions")
        order = np.argsort(places)
        index = indices(shapes[0].dims).transpose(order)
        return once(np.broadcast_to(along(index, sorted(places), len(dims)), dims))
    if opcode == "slice":
        return once(read_slice(instruction, shapes))
    if opcode == "reverse":
        return once(np.flip(indices(dims), instruction.integers("dimensions")))
    if opcode == "pad":
        index = read_pad(instruction, shapes).reshape(-1, 1)
        return {0: index, 1: np.where(index < 0, 0, -1)}
    if opcode == "concatenate":
        dim, result = instruction.integers("dimensions")[0], {}
        for k in range(len(shapes)):
            parts = [indices(s.dims) if i == k else np.full(s.dims, -1) for i, s in enumerate(shapes)]
            result[k] = np.concatenate(parts, dim).reshape(-1, 1)
        return result
    if opcode in ("dot", "convolution"):
        both = read_dot(instruction, shapes) if opcode == "dot" else read_convolution(instruction, shapes)
        return dict(enumerate(both))
    if opcode in ("reduce", "reduce-window"):
        count = len(shapes) // 2
        index = (read_reduce if opcode == "reduce" else read_reduce_window)(instruction, shapes)
        result = {k: index for k in range(count)}
        result.update({count + k: np.zeros((len(index), 1), int) for k in range(count)})
        return result
    return None


def pick(array, index, outside):
    """Elements at flat indices; `outside` at -1."""
    return np.where(index < 0, outside, array.ravel()[index]) if array.size else np.full(index.shape, outside)


def gather_places(instruction, shapes, indices_read):
    """Where each element of a gather's result, or of a scatter's updates, is in the operand: [elements, dimensions].
    -1 where the index along a dimension is not known (negative below -1). Starts are not clamped."""
    scatter = instruction.opcode == "scatter"
    operand, starts = (shapes[0].dims, shapes[len(shapes) // 2 if scatter else 1].dims)
    full = shapes[-1].dims if scatter else instruction.shape.dims
    offset = instruction.integers("update_window_dims" if scatter else "offset_dims")
    collapsed = instruction.integers("inserted_window_dims" if scatter else "collapsed_slice_dims")
    mapped = instruction.integers("scatter_dims_to_operand_dims" if scatter else "start_index_map")
    batching = instruction.integers("input_batching_dims" if scatter else "operand_batching_dims")
    paired = instruction.integers("scatter_indices_batching_dims" if scatter else "start_indices_batching_dims")
    vector = instruction.integers("index_vector_dim")[0]
    place = np.indices(full)
    outer = [i for i in range(len(full)) if i not in offset]
    where = list(place[i] for i in outer)
    result = np.zeros((len(operand),) + tuple(full), np.int64)
    window = [i for i in range(len(operand)) if i not in collapsed + batching]
    for dim, axis in zip(window, offset):
        result[dim] = place[axis]
    for dim, axis in zip(batching, paired):
        result[dim] = where[axis - (axis > vector)]
    known = np.ones(result.shape, bool)
    values, sure = indices_read
    for k, dim in enumerate(mapped):
        at = tuple(where[:vector] + ([np.full(full, k)] if vector < len(starts) else []) + where[vector:])
        result[dim] += values[at].astype(np.int64)
        known[dim] = sure[at]
    return result.reshape(len(operand), -1), known.reshape(len(operand), -1), window


def gather(instruction, shapes, args, masks):
    """The result, and which of it is known."""
    sizes, operand = instruction.integers("slice_sizes"), shapes[0].dims
    values, sure = args[1], masks[1]
    starts = values.astype(np.int64)
    mapped, vector = instruction.integers("start_index_map"), instruction.integers("index_vector_dim")[0]
    limit = np.array([operand[d] - sizes[d] for d in mapped])
    if vector < starts.ndim:
        limit = along(limit, [vector], starts.ndim)
    starts = np.clip(starts, 0, limit if vector < starts.ndim else limit[0])
    place, known, _ = gather_places(instruction, shapes, (starts, sure))
    index = np.zeros(place.shape[1], np.int64)
    for d, size in enumerate(operand):
        index = index * size + place[d]
    dims = instruction.shape.dims
    result, mask = args[0].ravel()[index], known.all(0) & masks[0].ravel()[index]
    return result.reshape(dims), mask.reshape(dims)


def scatter_hits(instruction, shapes, args, masks):
    """Flat places of updates, -1 outside; and, where an index is not known, which elements it may be."""
    operand = shapes[0].dims
    place, known, _ = gather_places(instruction, shapes, (args[len(args) // 2], masks[len(args) // 2]))
    size = np.array(operand).reshape(-1, 1)
    outside = ((place < 0) | (place >= size)) & known
    index = np.zeros(place.shape[1], np.int64)
    for d, extent in enumerate(operand):
        index = index * extent + np.clip(place[d], 0, extent - 1)
    sure = known.all(0)
    maybe = np.zeros(operand, bool)
    for column in np.unique(np.where(known, np.clip(place, 0, size - 1), -1)[:, ~sure & ~outside.any(0)], axis=1).T:
        maybe[tuple(slice(None) if n < 0 else n for n in column)] = True
    return np.where(outside.any(0), -1, index), sure, maybe


def combine_name(module, instruction):
    """The operation of a computation that combines two numbers, when it is one of those that have no order."""
    region = module.computations[instruction.called()[0]]
    opcode, operands = region.root.opcode, region.root.operands
    parameters = [i.name for i in region.instructions if i.opcode == "parameter"]
    if len(parameters) == 2 and sorted(operands) == sorted(parameters) and opcode in BINARY and opcode != "subtract":
        return opcode
    if len(parameters) == 2 and region.root.opcode == "parameter":
        return "last" if region.root.attributes["literal"] == "1" else "first"
    return None


def fold(run, region, starts, columns, inside):
    """Combines what is inside along the last dimension of the columns, with a region of any number of values."""
    values = [np.broadcast_to(s, c.shape[:1]).astype(c.dtype) for s, c in zip(starts, columns)]
    for k in range(columns[0].shape[1]):
        new = run(region, values + [c[:, k] for c in columns])
        values = [np.where(inside[:, k], n, v) for n, v in zip(new, values)]
    return values


def sort(module, run, instruction, args):
    """A stable sort along a dimension by the comparator."""
    dim = instruction.integers("dimensions")[0]
    region = module.computations[instruction.called()[0]]
    moved = [np.moveaxis(a, dim, -1).reshape(-1, a.shape[dim]) for a in args]
    count = moved[0].shape[1]
    before = np.zeros((moved[0].shape[0], count, count), bool)
    pairs = []
    for m in moved:
        pairs += [np.broadcast_to(m[:, :, None], before.shape), np.broadcast_to(m[:, None, :], before.shape)]
    less = np.broadcast_to(run(region, pairs)[0], before.shape)
    earlier = np.arange(count)[:, None] < np.arange(count)[None, :]
    before = less | (~less & ~np.swapaxes(less, 1, 2) & earlier)
    rank = before.sum(1)
    results = []
    for a, m in zip(args, moved):
        out = np.empty_like(m)
        np.put_along_axis(out, rank, m, 1)
        shape = tuple(np.moveaxis(a, dim, -1).shape)
        results.append(np.moveaxis(out.reshape(shape), -1, dim))
    return results


def select_and_scatter(module, run, instruction, shapes, args):
    """Adds each element of the source to the one of its window that the comparison chooses."""
    select, scatter = (module.computations[name] for name in
                       (instruction.attributes["select"].lstrip("%"), instruction.attributes["scatter"].lstrip("%")))
    windows, operand, source = read_window(instruction.attributes["window"]), args[0], args[1]
    rank = operand.ndim
    parts = [along(slide(operand.shape[i], source.shape[i], w), [i, rank + i], 2 * rank)
             for i, w in enumerate(windows)]
    index = flat(parts, operand.shape).reshape(source.size, -1)
    checked(index.size)
    best = np.full(source.size, -1)
    for k in range(index.shape[1]):
        take = index[:, k] >= 0
        new = pick(operand, index[:, k], 0)
        keep = run(select, [pick(operand, best, 0), new])[0]
        best = np.where(take & ((best < 0) | ~keep), index[:, k], best)
    if scatter.root.opcode != "add":
        raise Unsupported("select-and-scatter by " + scatter.root.opcode)
    result = np.full(operand.size, args[2])
    np.add.at(result, best[best >= 0], source.ravel()[best >= 0])
    return result.reshape(operand.shape), best, index


def scattered_windows(instruction, shapes, places):
    """What elements of a select-and-scatter's result are made of: by operand, flat places."""
    windows, rank = read_window(instruction.attributes["window"]), len(shapes[0].dims)
    parts = [along(slide(shapes[0].dims[i], shapes[1].dims[i], w), [i, rank + i], 2 * rank)
             for i, w in enumerate(windows)]
    index = flat(parts, shapes[0].dims).reshape(math.prod(shapes[1].dims), -1)
    touching = np.isin(index, places).any(1)
    return {0: index[touching].ravel(), 1: np.flatnonzero(touching)}


def literal(text, shape):
    """A constant of its text; None when it is left out."""
    if "..." in text:
        return None
    words = text.replace("{", " ").replace("}", " ").replace(",", " ").split()
    names = {"true": 1, "false": 0, "inf": math.inf, "-inf": -math.inf, "nan": math.nan, "-nan": math.nan}
    numbers = [names[w] if w in names else float(w) if any(c in w for c in ".en") else int(w) for w in words]
    if len(numbers) != math.prod(shape.dims):
        raise Unsupported("a constant of %d numbers" % len(numbers))
    kind = dtype_of(shape.kind)
    if kind in (np.uint64, np.int64, np.uint32, np.int32):
        return np.array([int(n) for n in numbers], dtype=object).astype(kind).reshape(shape.dims)
    return np.array(numbers, dtype=kind).reshape(shape.dims)
