"""Elements taken and put at indices along an axis. JAX: numpy/indexing.py."""


def _along(x, axis):
    """The array and the axis that is meant; without one the flattened array."""
    return (jnp.ravel(x), 0) if axis is None else (x, canonical_axis(axis, x.ndim))


def _place(mode, indices):
    """What a mode makes of the indices, which count from the end where they are negative."""
    if mode is None or mode == "fill":
        return jnp.where(indices < 0, indices + 0, indices)
    if mode == "wrap":
        return lax.rem(indices, constant(indices.dtype, indices.weak_type))
    if mode == "clip":
        return indices
    help = "use mode='fill', 'clip' or 'wrap'"
    if mode == "raise":
        refuse(NotImplementedError, "The 'raise' mode to jnp.take is not supported.", help=help)
    refuse(ValueError, f"Invalid mode '{mode}' for np.take", help=help)


@function("jax.numpy", jitted="within")
@function("ndarray", jitted="within")
def take(a, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False,
         fill_value=None):
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.take is not supported.")
    x, indices = require_arrays("take", a, indices)
    x, axis = _along(x, axis)
    indices = _place(mode, indices)
    if x.shape[axis] == 0 and indices.size:
        refuse(IndexError, "Cannot do a non-empty jnp.take() from an empty axis.", rule="shape-mismatch")
    if x.shape[axis] == 0:
        return x
    before, behind, rank = x.shape[:axis], x.shape[axis + 1:], indices.ndim
    if indices.size == 0:
        return lax.full(before + indices.shape + behind, constant(x.dtype, x.weak_type))
    offsets = [i if i < axis else i + rank for i in range(x.ndim - 1)]
    numbers = lax.GatherDimensionNumbers(offset_dims=offsets, collapsed_slice_dims=(axis,),
                                         start_index_map=(axis,))
    return lax.gather(x, lax.expand_dims(indices, (rank,)), numbers, before + (1,) + behind)


@function("jax.numpy", since="0.4.38", jitted="itself")
def put_along_axis(arr, indices, values, axis, inplace=True, *, mode=None):
    if inplace:
        raise ValueError("jax.numpy.put_along_axis cannot modify arrays in-place, because JAX arrays"
                         "are immutable. Pass inplace=False to instead return an updated array.")
    arr, indices, values = require_arrays("put_along_axis", arr, indices, values)
    x, dim = _along(arr, axis)
    if x.ndim != indices.ndim:
        refuse(ValueError, "put_along_axis arguments 'arr' and 'indices' must have same ndim. Got "
               f"arr.ndim={x.ndim} and indices.ndim={indices.ndim}.", rule="shape-mismatch")
    values = jnp.broadcast_to(values, indices.shape)
    shapes = [[n if i == j else 1 for j in range(x.ndim)] for i, n in enumerate(x.shape)]
    places = [indices if i == dim else lax.broadcasted_iota(jnp.int32, shape, i)
              for i, shape in enumerate(shapes)]
    x = x.at[tuple(places)].set(values, mode=mode)
    return jnp.reshape(x, arr.shape) if axis is None else x
