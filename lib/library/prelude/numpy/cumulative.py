"""Cumulative sums and products. JAX: numpy/reductions.py _cumulative_reduction."""
from prelude.numpy.reductions import is_nan

VALUES = "cumsum cumprod cumulative_sum"


def _flatten(x, name):
    """All elements in one dimension, which since 0.10 must not be sharded."""
    if release >= (0, 10) and sharded_dims(x, "*pspec"):
        refuse("ShardingTypeError", "The input should be fully replicated when axis is not specified "
               f"to {name}. Got input type={phrase('{str}', x)}", rule="dim-sharded",
               say=f"without an axis {name} flattens {phrase('{array|the array}', x)}, which is sharded",
               help="name the axis, or gather the array first: "
               + phrase("{reshard}({written}, P())", x))
    return lax.reshape(x, (x.size,))


def _widened(dtype):
    """32 bits for booleans and integers of less."""
    if dtype == bool or (jnp.issubdtype(dtype, jnp.signedinteger) and dtype.itemsize < as_dtype(int).itemsize):
        return as_dtype(int)
    small = jnp.issubdtype(dtype, jnp.unsignedinteger) and dtype.itemsize < as_dtype(int).itemsize
    return as_dtype(jnp.uint) if small else dtype


def _cumulate(name, x, axis, dtype, cumulate, fills_nan=False, widens=False):
    x = _flatten(x, name) if axis is None else x
    axis = canonical_axis(0 if axis is None else axis, x.ndim)
    if fills_nan:
        x = jnp.where(is_nan(x), constant(x.dtype, x.weak_type), x)
    computed = x.dtype if dtype is None else dtype
    to_bool = dtype is not None and dtype == bool
    if dtype is None or to_bool:
        computed = _widened(computed) if widens or computed == bool or is_numpy() else computed
    if to_bool and x.dtype != bool:
        x = x.astype(bool)
    return cumulate(x.astype(computed), axis).astype(bool if to_bool else computed)


def _read(name, a, axis, dtype, out, cumulate, fills_nan=False):
    x = require_arrays(name, a)
    if out is not None:
        raise NotImplementedError(f"The 'out' argument to jnp.{name} is not supported")
    axis = None if axis is None else static_int(axis)
    dtype = None if dtype is None else as_dtype(dtype)
    return _cumulate(name, x, axis, dtype, cumulate, fills_nan)


@function("jax.numpy", jitted="itself")
@function("ndarray", errors_say="_cumsum", jitted="within")
def cumsum(a, axis=None, dtype=None, out=None):
    return _read("cumsum", a, axis, dtype, out, lax.cumsum)


@function("jax.numpy", jitted="itself")
@function("ndarray", errors_say="_cumprod", jitted="within")
def cumprod(a, axis=None, dtype=None, out=None):
    return _read("cumprod", a, axis, dtype, out, lax.cumprod)


@function("jax.numpy", jitted="itself")
def nancumsum(a, axis=None, dtype=None, out=None):
    return _read("nancumsum", a, axis, dtype, out, lax.cumsum, True)


@function("jax.numpy", jitted="itself")
def nancumprod(a, axis=None, dtype=None, out=None):
    return _read("nancumprod", a, axis, dtype, out, lax.cumprod, True)


def _standard(name, noun, x, axis, dtype, include_initial, cumulate):
    """As the array API has them; what is in front is 0 or 1."""
    x = require_arrays(name, x)
    if x.ndim == 0:
        refuse(ValueError, f"The input must be non-scalar to take a cumulative {noun}, however a "
               "scalar value or scalar array was given.", rule="shape-mismatch")
    if axis is None and x.ndim > 1:
        refuse(ValueError, f"The input array has rank {x.ndim}, however axis was not set to an explicit "
               "value. The axis argument is only optional for one-dimensional arrays.",
               rule="shape-mismatch")
    axis = canonical_axis(0 if axis is None else static_int(axis), x.ndim)
    dtype = None if dtype is None else as_dtype(dtype)
    initial = static_bool(include_initial)
    x = _cumulate(name, x, axis, dtype, cumulate, widens=noun == "sum")
    if not initial:
        return x
    return lax.concatenate([lax.full(x.shape[:axis] + (1,) + x.shape[axis + 1:], 0, x.dtype), x], axis)


@function("jax.numpy", jitted="within")
def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    return _standard("cumulative_sum", "sum", x, axis, dtype, include_initial, lax.cumsum)


@function("jax.numpy", since="0.4.38", jitted="within")
def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    return _standard("cumulative_prod", "product", x, axis, dtype, include_initial, lax.cumprod)
