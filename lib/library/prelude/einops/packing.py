"""pack, unpack, parse_shape, einsum and asnumpy. einops 0.8.2: packing.py, einops.py."""
from prelude.einops.patterns import read_side, refuse_pattern, why_no_name
from prelude.einops.rearrangement import module_of


def _read_packing(pattern, name):
    """How many axes are in front of the one that is packed, and behind it."""
    axes = pattern.split()
    call = f'{name}(..., "{pattern}")'
    if len(axes) != len(set(axes)):
        refuse_pattern(f"Duplicates in axes names in {call}")
    if "*" not in axes:
        refuse_pattern(f"No *-axis in {call}")
    for axis in axes:
        if axis != "*" and why_no_name(axis):
            refuse_pattern(f"Invalid axis name {axis} in {call}")
    return axes.index("*"), len(axes) - axes.index("*") - 1


@function("einops")
def pack(tensors, pattern):
    before, after = _read_packing(pattern, "pack")
    xnp = module_of(tensors[0])
    parts, shapes = [], []
    for i, x in enumerate(tensors):
        shape = x.shape
        if len(shape) < before + after:
            refuse_pattern(f"packed tensor #{i} (enumeration starts with 0) has shape {shape}, while "
                           f"pattern {pattern} assumes at least {before + after} axes")
        end = len(shape) - after
        shapes.append(shape[before:end])
        parts.append(x.reshape((*shape[:before], -1, *shape[end:])))
    return xnp.concatenate(parts, axis=before), shapes


def _cut_places(sizes, length):
    """Where the parts begin and end, of which one may be of any size."""
    places = [0] * len(sizes) + [length]
    open_place = sizes.index(-1) if -1 in sizes else len(sizes) - 1
    for i in range(open_place):
        places[i + 1] = places[i] + sizes[i]
    for i in reversed(range(open_place + 1, len(sizes))):
        places[i] = places[i + 1] - sizes[i]
    return places


@function("einops")
def unpack(tensor, packed_shapes, pattern):
    before, after = _read_packing(pattern, "unpack")
    module_of(tensor)
    shape = tensor.shape
    if len(shape) != before + 1 + after:
        refuse_pattern(f"unpack(..., {pattern}) received input of wrong dim with shape {shape}")
    sizes = [-1 if -1 in packed else math.prod(packed) for packed in packed_shapes]
    if sizes.count(-1) > 1:
        refuse_pattern(f"unpack(..., {pattern}) received more than one -1 in {packed_shapes} and can't infer "
                       "dimensions")
    places = _cut_places(sizes, shape[before])
    results = []
    for i, packed in enumerate(packed_shapes):
        part = tensor[(slice(None),) * before + (slice(places[i], places[i + 1]),)]
        if not _fits(part.shape[before], packed):
            refuse_pattern(f'Error during unpack(..., "{pattern}"): could not split axis of size {shape[before]} '
                           f"into requested {packed_shapes}")
        results.append(part.reshape((*shape[:before], *packed, *shape[before + 1:])))
    return results


def _fits(size, packed):
    """Whether so many elements can be of this shape, in which -1 is any size."""
    told = math.prod([length for length in packed if length != -1])
    return size == told if -1 not in packed else told > 0 and size % told == 0


@function("einops")
def parse_shape(x, pattern):
    groups, numbers = read_side(pattern, "shape", underscores=True)
    module_of(x)
    shape = x.shape
    if any([len(group) > 1 for group in groups]):
        raise RuntimeError(f"Can't parse shape with composite axes: {pattern} {shape}")
    if "." in groups:
        if len(shape) < len(groups) - 1:
            refuse("RuntimeError", f"Can't parse shape with this number of dimensions: {pattern} {shape}",
                   rule="shape-mismatch")
        place = groups.index(".")
        groups = groups[:place] + [["_"]] * (len(shape) - len(groups) + 1) + groups[place + 1:]
    elif len(groups) != len(shape):
        refuse("RuntimeError", f"Can't parse shape with different number of dimensions: {pattern} {shape}",
               rule="shape-mismatch")
    result = {}
    for group, size in zip(groups, shape):
        if not group and size != 1:
            refuse("RuntimeError", f"Length of axis is not 1: {pattern} {shape}", rule="shape-mismatch")
        if group and group[0] in numbers and numbers[group[0]] != size:
            refuse("RuntimeError", f"Length of anonymous axis does not match: {pattern} {shape}",
                   rule="shape-mismatch")
        if group and group[0] not in numbers and group[0] != "_":
            result[group[0]] = size
    return result


@function("einops")
def asnumpy(tensor):
    return tensor if module_of(tensor) is np else np.asarray(tensor)


def _letters(groups, numbers, known, pattern=None):
    """The subscripts of one operand: a letter for each name, on the right side of those that are known."""
    text = ""
    for group in groups:
        if group == ".":
            text += "..."
            continue
        if not group:
            raise NotImplementedError("Singleton () axes are not yet supported in einsum.")
        if len(group) > 1:
            raise NotImplementedError("Shape rearrangement is not yet supported in einsum.")
        if group[0] in numbers:
            raise NotImplementedError("Anonymous axes are not yet supported in einsum.")
        if group[0] not in known:
            if pattern is not None:
                refuse_pattern(f"Unknown axis {group[0]} on right side of einsum {pattern}.")
            if len(known) == 52:
                raise RuntimeError("Too many axes in einsum.")
            known[group[0]] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(known)]
        text += known[group[0]]
    return text


@function("einops")
def einsum(*tensors_and_pattern):
    if len(tensors_and_pattern) <= 1:
        raise ValueError("`einops.einsum` takes at minimum two arguments: the tensors (at least one), followed "
                         "by the pattern.")
    *tensors, pattern = tensors_and_pattern
    if not isinstance(pattern, str):
        raise ValueError("The last argument passed to `einops.einsum` must be a string, representing the einsum "
                         "pattern.")
    if "->" not in pattern:
        raise ValueError("Einsum pattern must contain '->'.")
    left, right = pattern.split("->")
    sides = [read_side(text, "left", underscores=True, duplicates=True) for text in left.split(",")]
    groups, numbers = read_side(right, "right", underscores=True)
    known = {}
    parts = [_letters(*side, known) for side in sides]
    result = _letters(groups, numbers, known, pattern)
    return module_of(tensors[0]).einsum(",".join(parts) + "->" + result, *tensors)
