"""Parts of arrays along one axis, which other files import."""


def along(axis, index):
    """What x[...] takes to index one axis."""
    return (slice(None),) * axis + (index,)


def slice_dim(x, axis, start, stop):
    """lax.slice of one axis."""
    starts, limits = [0] * x.ndim, list(x.shape)
    starts[axis], limits[axis] = start, stop
    return lax.slice(x, starts, limits)


def with_size(shape, axis, size):
    """The shape with another size at the axis."""
    return tuple(shape[:axis]) + (size,) + tuple(shape[axis + 1:])


def differences(x, axis):
    """Each element less the one before it; of booleans whether they differ."""
    behind = x[along(axis, slice(1, None))]
    before = x[along(axis, slice(None, -1))]
    return jnp.not_equal(behind, before) if x.dtype == bool else jnp.subtract(behind, before)
