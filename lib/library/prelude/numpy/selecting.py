"""Elements taken, left out, put in and repeated. JAX: numpy/lax_numpy.py, numpy/indexing.py."""
from prelude.numpy.index_grids import tile_to_size

VALUES = "delete resize choose"


@function("jax.numpy")
def compress(condition, a, axis=None, *, size=None, fill_value=0, out=None):
    condition, a, fill_value = require_arrays("compress", condition, a, fill_value)
    condition = condition.astype(jnp.bool_)
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.compress is not supported.")
    if condition.ndim != 1:
        refuse(ValueError, "condition must be a 1D array", rule="shape-mismatch")
    a = jnp.ravel(a) if axis is None else jnp.moveaxis(a, axis, 0)
    axis = 0 if axis is None else axis
    condition, beyond = condition[:a.shape[0]], condition[a.shape[0]:]
    a = a[:condition.shape[0]]
    if size is None:
        if release < (0, 12) and jnp.any(beyond):
            raise ValueError("condition contains entries that are out of bounds")
        concrete_int(condition)
    elif not 0 <= size <= a.shape[0]:
        refuse(ValueError, "size must be positive and not greater than the size of the array axis; got "
               f"{size=} for a.shape[axis]={a.shape[0]}", rule="shape-mismatch")
    mask = jnp.expand_dims(condition, range(1, a.ndim))
    a = jnp.where(mask, a, jnp.array(fill_value, dtype=a.dtype))
    return jnp.moveaxis(a[jnp.argsort(condition, stable=True, descending=True)][:size], 0, axis)


@function("jax.numpy")
def extract(condition, arr, *, size=None, fill_value=0):
    require_arrays("extreact", condition, arr, fill_value)
    return compress(jnp.ravel(condition), jnp.ravel(arr), size=size, fill_value=fill_value)


@function("jax.numpy")
def choose(a, choices, out=None, mode='raise'):
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.choose is not supported.")
    arrays = require_arrays("choose", a, *choices)
    a, choices = arrays[0], list(arrays[1:])
    if not jnp.issubdtype(a.dtype, jnp.integer):
        refuse(ValueError, "`a` array must be integer typed", rule="dtype-mismatch")
    if mode == "raise":
        concrete_int(a)
    elif mode == "wrap":
        a = jnp.asarray(a) % len(choices)
    elif mode == "clip":
        a = jnp.clip(a, 0, len(choices) - 1)
    else:
        raise ValueError(f"{mode=} not understood. Must be 'raise', 'wrap', or 'clip'")
    a, *choices = jnp.broadcast_arrays(a, *choices)
    return jnp.array(choices)[(a,) + jnp.indices(a.shape, sparse=True)]


@function("jax.numpy")
def delete(arr, obj, axis=None, *, assume_unique_indices=False):
    a = require_arrays("delete", arr)
    a = a.ravel() if axis is None else a
    axis = canonical_axis(0 if axis is None else axis, a.ndim)
    before = (slice(None),) * axis
    if is_integer(obj):
        obj = canonical_axis(obj, a.shape[axis])
        return jnp.concatenate([a[before + (slice(0, obj),)], a[before + (slice(obj + 1, None),)]], axis=axis)
    if isinstance(obj, slice):
        obj, assume_unique_indices = jnp.arange(a.shape[axis])[obj], True
    require_arrays("delete", a, obj)
    if not jnp.issubdtype(jnp.asarray(obj).dtype, jnp.integer) or not assume_unique_indices:
        concrete_int(obj)
    obj = jnp.asarray(obj).ravel()
    obj = jnp.clip(jnp.where(obj < 0, obj + a.shape[axis], obj), 0, a.shape[axis])
    obj = jnp.sort(obj)
    obj = obj - jnp.arange(len(obj), dtype=obj.dtype)
    i = jnp.arange(a.shape[axis] - obj.size, dtype=obj.dtype)
    i = i + (i[None, :] >= obj[:, None]).sum(0, dtype=i.dtype)
    return a[before + (i,)]


def _inserted_places(obj, size):
    places = jnp.arange(*obj.indices(size)) if isinstance(obj, slice) else jnp.asarray(obj)
    if places.ndim > 1:
        refuse(ValueError, "jnp.insert(): obj must be a slice, a one-dimensional array, or a scalar; got "
               f"{obj}", rule="shape-mismatch")
    if not jnp.issubdtype(places.dtype, jnp.integer):
        if places.size > 0 or is_array(obj):
            refuse(ValueError, f"jnp.insert(): index array must be integer typed; got {obj}",
                   rule="dtype-mismatch")
        places = places.astype(int)
    return places


@function("jax.numpy")
def insert(arr, obj, values, axis=None):
    a, _, values = require_arrays("insert", arr, 0 if isinstance(obj, slice) else obj, values)
    a = jnp.ravel(a) if axis is None else a
    axis = canonical_axis(0 if axis is None else static_int(axis), a.ndim)
    places = _inserted_places(obj, a.shape[axis])
    values = jnp.array(values, ndmin=a.ndim, dtype=a.dtype)
    if places.size == 1:
        index = jnp.ravel(places)[0]
        if places.ndim == 0:
            values = jnp.moveaxis(values, 0, axis)
        places = jnp.full(values.shape[axis], index)
    size = a.shape[axis]
    count = lax.broadcast_shapes(places.shape, (values.shape[axis],))[0]
    shape = a.shape[:axis] + (size + count,) + a.shape[axis + 1:]
    out = jnp.zeros_like(a, shape=shape)
    places = jnp.clip(jnp.where(places < 0, places + size, places), 0, size)
    places = places.at[jnp.argsort(places)].add(jnp.arange(count, dtype=places.dtype))
    old = jnp.ones(size + count, dtype=jnp.bool_).at[places].set(False)
    old = jnp.where(old, size=size)[0]
    before = (slice(None),) * axis
    return out.at[before + (places,)].set(values).at[before + (old,)].set(a)


@function("jax.numpy", jitted="itself")
def resize(a, new_shape):
    a = require_arrays("resize", a)
    shape = tuple(new_shape) if isinstance(new_shape, (tuple, list)) else (static_int(new_shape),)
    if any([n < 0 for n in shape]):
        raise ValueError("all elements of `new_shape` must be non-negative")
    a = jnp.ravel(a)
    size = math.prod(shape)
    if a.size == 0 or size == 0:
        return jnp.zeros_like(a, shape=shape)
    return jnp.reshape(jnp.tile(a, -(-size // a.size))[:size], shape)


@function("jax.numpy")
def place(arr, mask, vals, *, inplace=True):
    arr, mask, vals = require_arrays("place", arr, mask, vals)
    vals = vals.ravel()
    if inplace:
        raise ValueError("jax.numpy.place cannot modify arrays in-place, because JAX arrays are immutable. "
                         "Pass inplace=False to instead return an updated array.")
    if arr.size != mask.size:
        refuse(ValueError, "place: arr and mask must be the same size", rule="shape-mismatch")
    if not vals.size:
        refuse(ValueError, "Cannot place values from an empty array", rule="shape-mismatch")
    if not arr.size:
        return arr
    indices = jnp.where(mask.ravel(), size=mask.size, fill_value=mask.size)[0]
    return arr.ravel().at[indices].set(tile_to_size(vals, len(indices)), mode="drop").reshape(arr.shape)


@function("jax.numpy")
def put(a, ind, v, mode=None, *, inplace=True):
    if inplace:
        raise ValueError("jax.numpy.put cannot modify arrays in-place, because JAX arrays are immutable. "
                         "Pass inplace=False to instead return an updated array.")
    a, ind, v = require_arrays("put", a, ind, v)
    ind, v = ind.ravel(), jnp.ravel(v)
    if not (a.size and ind.size and v.size):
        return a
    v = tile_to_size(v, len(ind))
    if mode == "clip":
        ind = jnp.clip(ind, 0, a.size - 1)
    elif mode == "wrap":
        ind = ind % a.size
    elif mode == "raise":
        raise NotImplementedError("The 'raise' mode to jnp.put is not supported.")
    elif mode is not None:
        raise ValueError(f"mode should be one of 'wrap' or 'clip'; got {mode=}")
    how = "drop" if mode is None else "promise_in_bounds"
    return a.at[jnp.unravel_index(ind, a.shape)].set(v, mode=how)


@function("jax.numpy")
def trim_zeros(filt, trim='fb', axis=None):
    if is_array(filt):
        concrete_int(filt)
    unknown("which elements are zeros is not known")


def _check_bits(bitorder):
    if bitorder not in ("little", "big"):
        raise ValueError("'order' must be either 'little' or 'big'")


@function("jax.numpy", jitted="itself")
def packbits(a, axis=None, bitorder='big'):
    a = require_arrays("packbits", a)
    if not (jnp.issubdtype(a.dtype, jnp.integer) or a.dtype == jnp.bool_):
        refuse(TypeError, "Expected an input array of integer or boolean data type", rule="dtype-mismatch")
    _check_bits(bitorder)
    bits = jnp.arange(8, dtype=jnp.uint8)
    bits = bits[::-1] if bitorder == "big" else bits
    a = (a != 0).astype(jnp.uint8)
    a = jnp.swapaxes(jnp.ravel(a) if axis is None else a, axis or 0, -1)
    rest = a.shape[-1] % 8
    if rest:
        a = lax.pad(a, jnp.uint8(0), [(0, 0, 0)] * (a.ndim - 1) + [(0, 8 - rest, 0)])
    a = a.reshape(a.shape[:-1] + (a.shape[-1] // 8, 8))
    packed = (a << jnp.expand_dims(bits, tuple(range(a.ndim - 1)))).sum(-1).astype(jnp.uint8)
    return jnp.swapaxes(packed, axis or 0, -1)


@function("jax.numpy", jitted="itself")
def unpackbits(a, axis=None, count=None, bitorder='big'):
    a = require_arrays("unpackbits", a)
    if a.dtype != jnp.uint8:
        refuse(TypeError, "Expected an input array of unsigned byte data type", rule="dtype-mismatch")
    _check_bits(bitorder)
    bits = jnp.asarray(1) << jnp.arange(8, dtype=jnp.uint8)
    bits = bits[::-1] if bitorder == "big" else bits
    a = jnp.swapaxes(jnp.ravel(a) if axis is None else a, axis or 0, -1)
    a = ((a[..., None] & jnp.expand_dims(bits, tuple(range(a.ndim)))) > 0).astype(jnp.uint8)
    a = a.reshape(a.shape[:-2] + (-1,))
    if count is not None and count > a.shape[-1]:
        a = jnp.pad(a, [(0, 0)] * (a.ndim - 1) + [(0, count - a.shape[-1])])
    elif count is not None:
        a = a[..., :count]
    return jnp.swapaxes(a, axis or 0, -1)
