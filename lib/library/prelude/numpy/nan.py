"""Reductions that pass over what is no number. JAX: numpy/reductions.py, numpy/lax_numpy.py."""
from prelude.numpy.reductions import check_where, is_inexact, is_nan, read_reduction, refuse_out
from prelude.numpy.reductions import squared, variance_dtypes
from prelude.numpy.statistics import mean_of


def _numbers(a):
    """The array with another value where it has NaN."""
    return jnp.where(is_nan(a), constant(a.dtype), a) if is_inexact(a.dtype) else a


@function("jax.numpy", jitted="itself")
def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    a, axis, dtype, where, initial = read_reduction("sum", a, axis, out, dtype, where, initial)
    where = check_where("nansum", where)
    return jnp.sum(_numbers(a), axis, dtype=dtype, keepdims=keepdims, initial=initial, where=where)


@function("jax.numpy", jitted="itself")
def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
    a, axis, dtype, where, initial = read_reduction("prod", a, axis, out, dtype, where, initial)
    where = check_where("nanprod", where)
    return jnp.prod(_numbers(a), axis, dtype=dtype, keepdims=keepdims, initial=initial, where=where)


def _extreme(name, reduce, a, axis, out, keepdims, initial, where):
    a, axis, _, where, initial = read_reduction(name, a, axis, out, None, where, initial)
    where = check_where("nan" + name, where)
    if not is_inexact(a.dtype):
        return reduce(a, axis, keepdims=keepdims, initial=initial, where=where)
    result = reduce(_numbers(a), axis, keepdims=keepdims, initial=initial, where=where)
    if initial is not None:
        return result
    none = jnp.all(is_nan(a), axis, keepdims=keepdims)
    return jnp.where(none, constant(a.dtype, a.weak_type), result)


@function("jax.numpy", jitted="itself")
def nanmax(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    return _extreme("max", jnp.max, a, axis, out, keepdims, initial, where)


@function("jax.numpy", jitted="itself")
def nanmin(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    return _extreme("min", jnp.min, a, axis, out, keepdims, initial, where)


def _count_numbers(a, axis, dtype, keepdims, where):
    numbers = lax.bitwise_not(is_nan(a))
    return jnp.sum(numbers, axis, dtype=dtype, keepdims=keepdims, where=where)


def _nan_mean(a, axis, dtype, keepdims, where):
    if not is_inexact(a.dtype):
        return mean_of(a, axis, dtype, keepdims, where)
    dtype = a.dtype if dtype is None else dtype
    count = _count_numbers(a, axis, dtype, keepdims, where)
    total = jnp.sum(_numbers(a), axis, dtype=dtype, keepdims=keepdims, where=where)
    return lax.div(total, count)


@function("jax.numpy", jitted="itself")
def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, where=None):
    a, axis, dtype, where, _ = read_reduction("nanmean", a, axis, out, dtype, where)
    return _nan_mean(a, axis, dtype, static_bool(keepdims), check_where("nanmean", where))


def _nan_variance(a, axis, dtype, ddof, keepdims, where, mean):
    computed, result_dtype = variance_dtypes(a.dtype, dtype)
    a = a.astype(computed)
    center = _nan_mean(a, axis, computed, True, where) if mean is None else mean.astype(computed)
    square = squared(jnp.where(is_nan(a), 0, lax.sub(a, center)))
    count = _count_numbers(a, axis, None, keepdims, where) - ddof
    none = lax.le(count, constant(count.dtype, count.weak_type, 0))
    total = jnp.sum(square, axis, keepdims=keepdims, where=where)
    total = jnp.where(none, jnp.nan, total)
    return lax.div(total, jnp.where(none, 1, count).astype(total.dtype)).astype(result_dtype)


def _read_variance(name, a, axis, dtype, out, ddof, where, mean):
    a, axis, dtype, where, _ = read_reduction(name, a, axis, out, dtype, where)
    mean = None if mean is None else require_arrays(name, mean)
    return a, axis, dtype, require_arrays(name, ddof), check_where(name, where), mean


@function("jax.numpy", until="0.8.1", without="mean", jitted="itself")
@function("jax.numpy", since="0.8.1", jitted="itself")
def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None, mean=None):
    a, axis, dtype, ddof, where, mean = _read_variance("nanvar", a, axis, dtype, out, ddof, where, mean)
    return _nan_variance(a, axis, dtype, ddof, static_bool(keepdims), where, mean)


@function("jax.numpy", until="0.8.1", without="mean", jitted="itself")
@function("jax.numpy", since="0.8.1", jitted="itself")
def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None, mean=None):
    a, axis, dtype, ddof, where, mean = _read_variance("nanstd", a, axis, dtype, out, ddof, where, mean)
    return lax.sqrt(_nan_variance(a, axis, dtype, ddof, static_bool(keepdims), where, mean))


def _position(name, find, a, axis, out, keepdims, other):
    """The position of the greatest or least number, -1 where there is none."""
    refuse_out(name, out)
    a = require_arrays(name, a)
    if not is_inexact(a.dtype):
        return find(a, axis, keepdims=keepdims)
    nans = is_nan(a)
    result = find(jnp.where(nans, other, a), axis, keepdims=keepdims)
    nans = jnp.all(nans, axis, keepdims=False if keepdims is None else keepdims)
    return jnp.where(nans, -1, result)


@function("jax.numpy", jitted="within")
def nanargmax(a, axis=None, out=None, keepdims=None):
    return _position("nanargmax", jnp.argmax, a, axis, out, keepdims, -jnp.inf)


@function("jax.numpy", jitted="within")
def nanargmin(a, axis=None, out=None, keepdims=None):
    return _position("nanargmin", jnp.argmin, a, axis, out, keepdims, jnp.inf)
