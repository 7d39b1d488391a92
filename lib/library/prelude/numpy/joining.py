"""Arrays side by side. JAX: numpy/lax_numpy.py."""
from prelude.numpy.grids import at_least_3d, with_ones


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
