"""Partial results of an associative function. JAX: lax/control_flow/loops.py associative_scan."""


def _cut(arrays, axis, start, limit, stride=1):
    return [lax.slice_in_dim(x, start, limit, stride, axis) for x in arrays]


def _interleaved(a, b, axis):
    """Elements by turns from both, which are as long or differ by one."""
    equal = a.shape[axis] == b.shape[axis]
    before = [(0, equal * 1, 1) if i == axis else (0, 0, 0) for i in range(a.ndim)]
    behind = [(1, 1 - equal * 1, 1) if i == axis else (0, 0, 0) for i in range(a.ndim)]
    a = lax.pad(a, constant(a.dtype, number=0), before)
    b = lax.pad(b, constant(b.dtype, number=0), behind)
    return lax.bitwise_or(a, b) if a.dtype == jnp.bool_ else lax.add(a, b)


def _scan(combine, arrays, axis):
    """All partial results, of elements that halve with each call."""
    length = arrays[0].shape[axis]
    if length < 2:
        return arrays
    odd = combine(_cut(arrays, axis, 0, length - 1, 2), _cut(arrays, axis, 1, length, 2))
    odd = _scan(combine, odd, axis)
    first = _cut(arrays, axis, 0, 1)
    before = odd if length % 2 else _cut(odd, axis, 0, length // 2 - 1)
    even = combine(before, _cut(arrays, axis, 2, length, 2))
    even = [lax.concatenate([x, y], axis) for x, y in zip(first, even)]
    return [_interleaved(x, y, axis) for x, y in zip(even, odd)]


@function("jax.lax")
def associative_scan(fn, elems, reverse=False, axis=0):
    if not callable(fn):
        raise TypeError("lax.associative_scan: fn argument should be callable.")
    arrays, tree = jax.tree.flatten(elems)
    axis = static_int(axis)
    if not arrays:
        raise IndexError("list index out of range")
    arrays = [leaf_array(x) for x in arrays]
    if not -arrays[0].ndim <= axis < arrays[0].ndim:
        refuse(ValueError, f"axis {axis} is out of bounds for array of dimension {arrays[0].ndim}",
               rule="shape-mismatch")
    axis %= arrays[0].ndim
    for x in arrays:
        if axis >= x.ndim:
            refuse(IndexError, "tuple index out of range", rule="shape-mismatch")
    if any([x.shape[axis] != arrays[0].shape[axis] for x in arrays]):
        shapes = [x.shape for x in arrays]
        refuse(ValueError, "Array inputs to associative_scan must have the same first dimension. "
               f"(saw: {shapes})", rule="shape-mismatch")

    def combine(a, b):
        out = jax.tree.leaves(fn(jax.tree.unflatten(tree, a), jax.tree.unflatten(tree, b)))
        if len(out) != len(a):
            unknown("an associative function that gives another structure than it gets")
        return out

    if reverse:
        arrays = [lax.rev(x, [axis]) for x in arrays]
    arrays = _scan(combine, arrays, axis)
    if reverse:
        arrays = [lax.rev(x, [axis]) for x in arrays]
    return jax.tree.unflatten(tree, arrays)
