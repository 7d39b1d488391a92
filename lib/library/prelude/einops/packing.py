"""pack, unpack, parse_shape and einsum. einops: packing.py, einops.py."""
from prelude.einops.patterns import is_axis_name, read_side


def _read_packing(pattern, name):
    """How many axes are in front of the one that is packed, and behind it."""
    axes = pattern.split()
    if len(axes) != len(set(axes)):
        refuse("EinopsError", f'Duplicates in axes names in {name}(..., "{pattern}")', rule="shape-mismatch")
    if "*" not in axes:
        refuse("EinopsError", f'No *-axis in {name}(..., "{pattern}")', rule="shape-mismatch")
    for axis in axes:
        if axis != "*" and not is_axis_name(axis):
            refuse("EinopsError", f'Invalid axis name {axis} in {name}(..., "{pattern}")',
                   rule="shape-mismatch")
    return axes.index("*"), len(axes) - axes.index("*") - 1


@function("einops")
def pack(tensors, pattern):
    before, after = _read_packing(pattern, "pack")
    parts, shapes = [], []
    for i, x in enumerate(tensors):
        if not is_array(x):
            unknown("einops of what is not an array of JAX")
        shape = x.shape
        if len(shape) < before + after:
            refuse("EinopsError", f"packed tensor #{i} (enumeration starts with 0) has shape {shape}, while "
                   f"pattern {pattern} assumes at least {before + after} axes", rule="shape-mismatch")
        end = len(shape) - after
        shapes.append(shape[before:end])
        parts.append(x.reshape(shape[:before] + (-1,) + shape[end:]))
    return jnp.concatenate(parts, axis=before), shapes


@function("einops")
def unpack(tensor, packed_shapes, pattern):
    before, after = _read_packing(pattern, "unpack")
    if not is_array(tensor):
        unknown("einops of what is not an array of JAX")
    shape = tensor.shape
    if len(shape) != before + 1 + after:
        refuse("EinopsError", f"unpack(..., {pattern}) received input of wrong dim with shape {shape}",
               rule="shape-mismatch")
    sizes = [math.prod(packed) for packed in packed_shapes]
    if any([size < 0 for size in sizes]):
        unknown("unpack to a shape that is not told")
    if sum(sizes) != shape[before]:
        unknown("unpack of another number of elements")
    results, start = [], 0
    for packed, size in zip(packed_shapes, sizes):
        part = tensor[(slice(None),) * before + (slice(start, start + size),)]
        results.append(part.reshape(shape[:before] + tuple(packed) + shape[before + 1:]))
        start += size
    return results


@function("einops")
def parse_shape(x, pattern):
    def fail(why):
        refuse("EinopsError", why, rule="shape-mismatch")

    groups, sizes = read_side(pattern, "left", fail, underscores=True)
    shape = jnp.shape(x)
    if any([len(group) > 1 for group in groups]):
        raise RuntimeError(f"Can't parse shape with composite axes: {pattern} {shape}")
    if "." in groups:
        unknown("parse_shape of a pattern with an ellipsis")
    if len(groups) != len(shape):
        refuse("RuntimeError", f"Can't parse shape with different number of dimensions: {pattern} {shape}",
               rule="shape-mismatch")
    result = {}
    for group, size in zip(groups, shape):
        if not group and size != 1:
            refuse("RuntimeError", f"Length of axis is not 1: {pattern} {shape}", rule="shape-mismatch")
        if group and group[0] in sizes and sizes[group[0]] != size:
            refuse("RuntimeError", f"Length of anonymous axis does not match: {pattern} {shape}",
                   rule="shape-mismatch")
        if group and group[0] not in sizes and group[0] != "_":
            result[group[0]] = size
    return result


def _letters(groups, sizes, known, pattern):
    """The subscripts of one operand: a letter for each name."""
    text = ""
    for group in groups:
        if group == ".":
            text += "..."
            continue
        if len(group) > 1:
            raise NotImplementedError("Shape rearrangement is not yet supported in einsum.")
        if not group:
            raise NotImplementedError("Singleton () axes are not yet supported in einsum.")
        if group[0] in sizes:
            raise NotImplementedError("Anonymous axes are not yet supported in einsum.")
        if group[0] not in known:
            if pattern is not None:
                refuse("EinopsError", f"Unknown axis {group[0]} on right side of einsum {pattern}.",
                       rule="shape-mismatch")
            known[group[0]] = "abcdefghijklmnopqrstuvwxyz"[len(known)]
        text += known[group[0]]
    return text


@function("einops")
def einsum(*tensors_and_pattern):
    def fail(why):
        refuse("EinopsError", why, rule="shape-mismatch")

    if len(tensors_and_pattern) <= 1:
        raise ValueError("`einops.einsum` takes at minimum two arguments: the tensors (at least one), followed "
                         "by the pattern.")
    pattern = tensors_and_pattern[-1]
    if not isinstance(pattern, str):
        raise ValueError("The last argument passed to `einops.einsum` must be a string, representing the einsum "
                         "pattern.")
    if "->" not in pattern:
        raise ValueError("Einsum pattern must contain '->'.")
    left, right = pattern.split("->")
    known, parts = {}, []
    for text in left.split(","):
        groups, sizes = read_side(text, "left", fail, underscores=True, duplicates=True)
        parts.append(_letters(groups, sizes, known, None))
    groups, sizes = read_side(right, "right", fail, underscores=True)
    result = _letters(groups, sizes, known, pattern)
    return jnp.einsum(",".join(parts) + "->" + result, *tensors_and_pattern[:-1])
