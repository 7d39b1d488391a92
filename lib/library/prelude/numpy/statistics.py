"""Means, variances and what else is counted of the elements. JAX: numpy/reductions.py."""
from prelude.numpy.reductions import check_where, count_reduced, is_inexact, read_reduction
from prelude.numpy.reductions import squared, upcast, variance_dtypes

VALUES = "ptp minmax mean count_nonzero"


def mean_of(a, axis, dtype, keepdims, where):
    result_dtype = to_inexact(a.dtype) if dtype is None else dtype
    computed = upcast(result_dtype) if dtype is None else dtype
    count = count_reduced(a, axis, computed, keepdims, where)
    total = jnp.sum(a, axis, dtype=computed, keepdims=keepdims, where=where)
    return lax.div(total, count).astype(result_dtype)


@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_mean", jitted="within", inlined=True)
def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None):
    a, axis, dtype, where, _ = read_reduction("mean", a, axis, out, dtype, where)
    return mean_of(a, axis, dtype, static_bool(keepdims), check_where("mean", where))


def _correction(dtype, ddof, correction):
    """What is taken from the number of elements."""
    taken = ddof if correction is None else correction
    if isinstance(taken, (int, float)):
        return constant(dtype, number=taken)
    return taken.astype(dtype) if is_array(taken) else constant(dtype)


def _variance(a, axis, dtype, keepdims, where, mean, ddof, correction):
    computed, result_dtype = variance_dtypes(a.dtype, dtype)
    a = a.astype(computed)
    center = mean_of(a, axis, computed, True, where) if mean is None else mean.astype(computed)
    square = squared(lax.sub(a, center))
    count = count_reduced(a, axis, square.dtype, keepdims, where)
    count = lax.sub(count, _correction(square.dtype, ddof, correction))
    total = jnp.sum(square, axis, dtype=square.dtype, keepdims=keepdims, where=where)
    result = lax.div(total, count).astype(result_dtype)
    return jnp.where(lax.gt(count, constant(square.dtype, number=0)), result, jnp.nan)


def _check_correction(name, ddof, correction, mean):
    if correction is not None and not (is_integer(ddof) and ddof == 0):
        raise ValueError("ddof and correction can't be provided simultaneously.")
    return None if mean is None else require_arrays(name, mean)


@function("jax.numpy", until="0.8.1", without="mean", jitted="within")
@function("jax.numpy", since="0.8.1", jitted="within")
@function("ndarray", errors_say="_var", without="mean", jitted="within")
def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, correction=None,
        mean=None):
    mean = _check_correction("var", ddof, correction, mean)
    a, axis, dtype, where, _ = read_reduction("var", a, axis, out, dtype, where)
    return _variance(a, axis, dtype, static_bool(keepdims), check_where("var", where), mean, ddof,
                     correction)


@function("jax.numpy", until="0.8.1", without="mean", jitted="within")
@function("jax.numpy", since="0.8.1", jitted="within")
@function("ndarray", errors_say="_std", without="mean", jitted="within")
def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, correction=None,
        mean=None):
    mean = _check_correction("std", ddof, correction, mean)
    a, axis, dtype, where, _ = read_reduction("std", a, axis, out, dtype, where)
    where = check_where("std", where)
    if dtype is not None and not is_inexact(dtype):
        given = dtype.name if release >= (0, 7, 2) else f"<class 'jax.numpy.{dtype.name}'>"
        refuse(ValueError, f"dtype argument to jnp.std must be inexact; got {given}",
               rule="dtype-mismatch")
    return lax.sqrt(_variance(a, axis, dtype, static_bool(keepdims), where, mean, ddof, correction))


@function("jax.numpy", jitted="within")
@function("ndarray", errors_say="_ptp", jitted="within")
def ptp(a, axis=None, out=None, keepdims=False):
    a, axis, _, _, _ = read_reduction("ptp", a, axis, out)
    return lax.sub(jnp.max(a, axis, keepdims=keepdims), jnp.min(a, axis, keepdims=keepdims))


@function("jax.numpy", since="0.11.2", jitted="within")
def minmax(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    a, axis, _, where, _ = read_reduction("minmax", a, axis, out, where=where)
    pair = initial if isinstance(initial, (tuple, list)) else (initial, initial)
    low, high = [None if x is None else require_arrays("minmax", x) for x in pair]
    return (jnp.min(a, axis, keepdims=keepdims, initial=low, where=where),
            jnp.max(a, axis, keepdims=keepdims, initial=high, where=where))


@function("jax.numpy", jitted="itself")
def count_nonzero(a, axis=None, keepdims=False):
    a, axis, _, _, _ = read_reduction("count_nonzero", a, axis)
    differs = lax.ne(a, constant(a.dtype, a.weak_type, 0))
    return jnp.sum(differs, axis, dtype=int, keepdims=keepdims)
