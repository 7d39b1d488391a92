"""Arrays side by side. JAX: numpy/lax_numpy.py."""
from prelude.numpy.grids import at_least_3d, with_ones

VALUES = "hstack vstack dstack column_stack append stack concatenate concat"


def _stack_along(name, tup, axis, dtype, ready):
    """The arrays, made ready, along the axis; of vectors along the first one, where that is it."""
    if is_array(tup):
        unknown(f"jnp.{name} of one array")
    dtype = None if dtype is None else as_dtype(dtype)
    arrays = [ready(require_arrays(name, *([0] * i), x)[i] if i else require_arrays(name, x))
              for i, x in enumerate(tup)]
    return jnp.concatenate(arrays, axis(arrays), dtype)


def _horizontal_axis(arrays):
    if not arrays:
        raise IndexError("list index out of range")
    return 0 if arrays[0].ndim == 1 else 1


@function("jax.numpy")
def hstack(tup, dtype=None):
    if is_array(tup):
        x = lax.expand_dims(tup, (1,)) if tup.ndim == 1 else tup
        return jnp.concatenate(x, 0 if tup.ndim <= 2 else 1, dtype)
    return _stack_along("hstack", tup, _horizontal_axis, dtype, lambda x: with_ones(x, 1))


@function("jax.numpy")
def vstack(tup, dtype=None):
    return _stack_along("vstack", tup, lambda arrays: 0, dtype, lambda x: with_ones(x, 2))


@function("jax.numpy")
def dstack(tup, dtype=None):
    return _stack_along("dstack", tup, lambda arrays: 2, dtype, at_least_3d)


def _as_column(x):
    return with_ones(x, 2) if x.ndim >= 2 else lax.transpose(with_ones(x, 2), (1, 0))


@function("jax.numpy")
def column_stack(tup):
    return _stack_along("column_stack", tup, lambda arrays: 1, None, _as_column)


@function("jax.numpy")
def append(arr, values, axis=None):
    if axis is None:
        arrays = [jnp.ravel(require_arrays("ravel", x)) for x in (arr, values)]
        return jnp.concatenate(arrays, 0)
    return jnp.concatenate(require_arrays("concatenate", arr, values), static_int(axis))


@function("jax.numpy")
def stack(arrays, axis=0, out=None, dtype=None):
    dtype = None if dtype is None else as_dtype(dtype)
    if is_array(arrays):
        if arrays.ndim == 0:
            raise TypeError("len() of unsized object")
        axis = canonical_axis(axis, arrays.ndim)
        return jnp.concatenate(lax.expand_dims(arrays, (axis + 1,)), axis, dtype)
    arrays = [x for x in arrays]
    arrays = [require_arrays("stack", *arrays)] if len(arrays) == 1 else require_arrays("stack", *arrays)
    axis = static_int(axis)
    if len(arrays) == 0:
        raise ValueError("Need at least one array to stack.")
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.stack is not supported.")
    if release >= (0, 10, 1):
        if dtype is None:
            arrays = promote_dtypes(*arrays)
        else:
            arrays = [lax.convert_element_type(x, dtype) for x in arrays]
        return lax.stack(arrays, canonical_axis(axis, arrays[0].ndim + 1))
    axis = canonical_axis(axis, arrays[0].ndim + 1)
    if any([x.shape != arrays[0].shape for x in arrays]):
        refuse(ValueError, "All input arrays must have the same shape.", rule="shape-mismatch")
    return jnp.concatenate([lax.expand_dims(x, (axis,)) for x in arrays], axis, dtype)


def _joined(arrays, axis, dtype):
    if not arrays:
        raise ValueError("Need at least one array to concatenate.")
    if not arrays[0].ndim:
        raise ValueError("Zero-dimensional arrays cannot be concatenated.")
    dim = canonical_axis(axis, arrays[0].ndim)
    if dtype is None:
        arrays = promote_dtypes(*arrays)
    else:
        arrays = [lax.convert_element_type(x, dtype) for x in arrays]
    at_once = 16 if release < (0, 10, 1) else len(arrays)
    while len(arrays) > 1:
        arrays = [lax.concatenate(arrays[i:i + at_once], dim) for i in range(0, len(arrays), at_once)]
    return arrays[0]


def _joined_rows(x, axis, dtype):
    """Of one array: its first dimension goes into the one at `axis` behind it (_concatenate_array)."""
    x = x if dtype is None else lax.convert_element_type(x, dtype)
    if not x.ndim or x.shape[0] == 0:
        raise ValueError("Need at least one array to concatenate.")
    if axis is None:
        return x.ravel()
    if x.ndim == 1:
        raise ValueError("Zero-dimensional arrays cannot be concatenated.")
    dim = canonical_axis(static_int(axis), x.ndim - 1)
    order = [i + 1 if i < dim else 0 if i == dim else i for i in range(x.ndim)]
    shape = [size * x.shape[0] if i == dim else size for i, size in enumerate(x.shape[1:])]
    return lax.reshape(x, shape, order)


@function("jax.numpy")
def concatenate(arrays, axis=0, dtype=None):
    dtype = None if dtype is None else as_dtype(dtype)
    if is_array(arrays):
        return _joined_rows(arrays, axis, dtype)
    arrays = list(arrays)
    if len(arrays) == 1:
        arrays = [require_arrays("concatenate", arrays[0])]
    elif arrays:
        arrays = list(require_arrays("concatenate", *arrays))
    if axis is None:
        return _joined([x.ravel() for x in arrays], 0, dtype)
    return _joined(arrays, static_int(axis), dtype)


@function("jax.numpy")
def concat(arrays, /, *, axis=0):
    return concatenate(arrays, axis)
