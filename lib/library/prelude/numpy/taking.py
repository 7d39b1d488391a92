"""Elements taken and put at indices along an axis. JAX: numpy/indexing.py."""

VALUES = "put_along_axis"


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


def _taken_elements(numbers, places, mode, before, size, behind):
    """The elements at these places of a dimension, which must all be inside of it."""
    if numbers is None or places is None or not all([-size <= i < size for i in places]):
        return None
    if mode == "clip" and any([i < 0 for i in places]):
        return None
    inner = math.prod(behind)
    return [numbers[(outer * size + i % size) * inner + at] for outer in range(math.prod(before))
            for i in places for at in range(inner)]


@function("jax.numpy", jitted="within")
@function("ndarray", jitted="within")
def take(a, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False,
         fill_value=None):
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.take is not supported.")
    x, indices = require_arrays("take", a, indices)
    x, axis = _along(x, axis)
    asked = indices
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
    inside = mode in ("wrap", "clip")
    taken = lax.gather(x, lax.expand_dims(indices, (rank,)), numbers, before + (1,) + behind,
                       mode="clip" if inside else "fill")
    return holding(taken, _taken_elements(held(x), held(asked), mode, before, x.shape[axis], behind))


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


def _read_along(arr, indices, axis):
    """The array and the indices of take_along_axis, and the axis."""
    x, indices = require_arrays("take_along_axis", arr, indices)
    if not jnp.issubdtype(indices.dtype, jnp.integer):
        refuse(TypeError, "take_along_axis indices must be of integer type, got "
               f"{indices.dtype.name}", rule="dtype-mismatch",
               help="convert the indices: i.astype(jnp.int32)")
    if axis is None and indices.ndim != 1:
        refuse(ValueError, f"take_along_axis indices must be 1D if axis=None, got shape {indices.shape}",
               rule="shape-mismatch")
    if axis is not None and indices.ndim != x.ndim:
        refuse(ValueError, "indices and arr must have the same number of dimensions; "
               f"{indices.ndim} vs. {x.ndim}", rule="shape-mismatch",
               help="give the indices a dimension of 1: indices[:, None]")
    return *_along(x, axis), indices


def _gather_along(x, indices, axis, mode):
    """One index for each place of the other dimensions, which are batches of both but for 1s."""
    offsets, sizes, ours, theirs, squeezed, shape, place = [], [], [], [], [], [], 0
    for i, size in enumerate(x.shape):
        whole = i != axis and indices.shape[i] == 1
        if i == axis:
            at = place
            sizes.append(1)
        elif whole:
            offsets.append(i)
            sizes.append(size)
        elif size == 1:
            squeezed.append(i)
        else:
            ours.append(place)
            theirs.append(len(shape))
            sizes.append(min(size, 1))
        place += 1 if i == axis or whole or size != 1 else 0
        if not whole:
            shape.append(indices.shape[i])
    indices = lax.reshape(indices, shape + [1])
    numbers = GatherDimensionNumbers(offset_dims=offsets, collapsed_slice_dims=(at,),
                                     start_index_map=(at,), operand_batching_dims=ours,
                                     start_indices_batching_dims=theirs)
    x = lax.squeeze(x, squeezed) if squeezed else x
    return lax.gather(x, indices, numbers, sizes, mode=mode or "fill")


@function("jax.numpy", until="0.7.1", name="take_along_axis", jitted="itself")
def take_along_axis_given(arr, indices, axis, mode=None, fill_value=None):
    return take_along_axis(arr, indices, axis, mode, fill_value)


@function("jax.numpy", since="0.7.1", until="0.10.2", without="wrap_negative_indices", jitted="itself")
@function("jax.numpy", since="0.10.2", jitted="itself")
def take_along_axis(arr, indices, axis=-1, mode=None, fill_value=None, *, wrap_negative_indices=None):
    wraps = mode != "promise_in_bounds" or release >= (0, 11, 1)
    wraps = wraps if wrap_negative_indices is None else static_bool(wrap_negative_indices)
    x, axis, indices = _read_along(arr, indices, axis)
    shape = lax.broadcast_shapes(indices.shape, x.shape[:axis] + (1,) + x.shape[axis + 1:])
    if x.shape[axis] == 0:
        return lax.full(shape, 0, x.dtype)
    indices = lax.convert_element_type(indices, jnp.int32)
    indices = normalize_index(indices) if wraps else indices
    if mode == "one_hot" and release >= (0, 4, 38):
        unknown("mode='one_hot' is not judged")
    return _gather_along(x, indices, axis, mode)
