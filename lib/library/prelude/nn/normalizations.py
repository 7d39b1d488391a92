"""Softmax and its logarithm, normalisations. JAX: nn/functions.py, ops/special.py."""


def _shifted(x, axis, where):
    """The elements, as far as the mask lets them be, without the greatest one."""
    greatest = jnp.max(x, axis, where=where, initial=-math.inf, keepdims=True)
    x = x if where is None else jnp.where(where, x, -math.inf)
    return x - lax.stop_gradient(greatest)


@function("jax.nn", jitted="within", inlined=True, also="initial", until="0.6", own_rule=True)
@function("jax.nn", jitted="within", inlined=True, since="0.6", own_rule=True)
@function("jax.scipy.special", since="0.4.38", jitted="within", own_rule=True)
def softmax(x, axis=-1, where=None):
    x = require_arrays("max", x)
    powers = jnp.exp(_shifted(x, axis, where))
    result = powers / jnp.sum(powers, axis, where=where, keepdims=True)
    return result if where is None else jnp.where(where, result, 0)


@function("jax.nn", jitted="itself", also="initial", until="0.6")
@function("jax.nn", jitted="itself", since="0.6")
def log_softmax(x, axis=-1, where=None):
    x = require_arrays("log_softmax", x)
    shifted = _shifted(x, axis, where)
    result = shifted - jnp.log(jnp.sum(jnp.exp(shifted), axis, where=where, keepdims=True))
    return result if where is None else jnp.where(where, result, -math.inf)


@function("jax.scipy.special", name="softmax", since="0.4.38", jitted="within")
def special_softmax(x, /, *, axis=None):
    return softmax(x, axis)


@function("jax.scipy.special", name="log_softmax", since="0.4.38", jitted="itself")
def special_log_softmax(x, /, *, axis=None):
    return log_softmax(x, axis)


@function("jax.nn", "jax.scipy.special")
def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False, where=None):
    a = require_arrays("logsumexp", a)
    if where is not None and release >= (0, 5):
        a = jnp.where(where, a, 0)
    if b is None:
        a, = promote_dtypes_inexact(a)
    else:
        a, b = promote_ranks(*promote_dtypes_inexact(a, require_arrays("logsumexp", b)))
        a = jnp.where(b != 0, a, -math.inf)
    axes = reduction_dims(axis, a.ndim)
    complex_numbers = jnp.issubdtype(a.dtype, jnp.complexfloating)
    greatest = jnp.max(a.real if complex_numbers else a, axes, where=where, initial=-math.inf,
                       keepdims=keepdims)
    finite = lax.select(lax.is_finite(greatest), greatest, lax.full_like(greatest, 0))
    greatest = lax.stop_gradient(finite)
    spread = greatest if keepdims else lax.expand_dims(greatest, axes)
    powers = lax.exp(lax.sub(a, spread.astype(a.dtype)))
    if b is not None:
        powers = lax.mul(powers, b)
    total = jnp.sum(powers, axes, where=where, keepdims=keepdims)
    sign = lax.sign(total)
    if return_sign or not complex_numbers:
        total = abs(total)
    result = lax.add(lax.log(total), greatest.astype(total.dtype))
    return (result, sign) if return_sign else result


def _count(x, axis, where, keepdims, dtype):
    """How many elements are reduced, as an array of the dtype."""
    if where is None:
        return constant(dtype)
    return jnp.sum(jnp.broadcast_to(where, x.shape), axis, dtype=dtype, keepdims=keepdims)


@function("jax.nn", since="0.7.1", jitted="itself")
def logmeanexp(x, axis=None, where=None, keepdims=False):
    total = logsumexp(x, axis, where=where, keepdims=keepdims)
    return total - jnp.log(_count(x, axis, where, keepdims, total.dtype))


@function("jax.nn", until="0.10.1", without="algorithm", jitted="itself")
@function("jax.nn", since="0.10.1", jitted="itself")
def standardize(x, axis=-1, mean=None, variance=None, epsilon=1e-05, where=None, *,
                algorithm="fast"):
    x = require_arrays("standardize", x)
    epsilon = require_arrays("add", epsilon)
    for given in (mean, variance, where):
        if given is not None:
            require_arrays("standardize", given)
    if mean is None:
        mean = jnp.mean(x, axis, where=where, keepdims=True)
    if variance is not None:
        return (x - mean) * lax.rsqrt(variance + epsilon)
    if algorithm == "stable":
        variance = jnp.mean(jnp.square(x - mean), axis, where=where, keepdims=True)
    elif algorithm == "fast":
        variance = jnp.mean(jnp.square(x), axis, where=where, keepdims=True) - jnp.square(mean)
        if release >= (0, 10):
            variance = jnp.clip(variance, 0)
        elif release >= (0, 8, 2):
            variance = jnp.maximum(0, variance)
    else:
        raise ValueError(f"Unknown algorithm '{algorithm}'. Expected 'fast' or 'stable'.")
    return (x - mean) * lax.rsqrt(variance + epsilon)
