"""Weighted averages, covariances and correlations. JAX: numpy/reductions.py average,
numpy/lax_numpy.py cov, corrcoef."""


def _check_weights(a, weights, axis, axes):
    """Refuses weights of another shape than the array."""
    if release < (0, 8) and weights.ndim != 1:
        refuse(ValueError, "1D weights expected when shapes of a and weights differ.",
               rule="shape-mismatch")
    if axis is None:
        refuse(ValueError, "Axis must be specified when shapes of a and weights differ.",
               rule="shape-mismatch")
    if release >= (0, 8):
        if weights.shape != tuple([a.shape[i] for i in axes]):
            refuse(ValueError, "Shape of weights must be consistent with shape of a along specified "
                   "axis.", rule="shape-mismatch")
    elif len(axes) != 1:
        refuse(ValueError, "Single axis expected when shapes of a and weights differ",
               rule="shape-mismatch")
    elif weights.shape[0] != a.shape[axes[0]]:
        refuse(ValueError, "Length of weights not compatible with specified axis.",
               rule="shape-mismatch")


def _spread(weights, a, axes):
    """The weights with dimensions of 1 where the array is not reduced."""
    order = [axes.index(i) for i in sorted(axes)]
    shape = [a.shape[i] if i in axes else 1 for i in range(a.ndim)]
    return lax.reshape(weights, shape, dimensions=order)


@function("jax.numpy", jitted="within", inlined=True)
def average(a, axis=None, weights=None, returned=False, keepdims=False):
    axis = reduction_axes(axis)
    a = require_arrays("average", a)
    if weights is not None:
        weights = require_arrays("average", weights)
    if weights is not None or release >= (0, 8):
        axes = canonical_axes(axis, a.ndim)
    if weights is None:
        a, = promote_dtypes_inexact(a)
        result = jnp.mean(a, axis, keepdims=keepdims)
        total = constant(result.dtype) if axis is None or release >= (0, 8) else result
    else:
        a, weights = promote_dtypes_inexact(a, weights)
        if a.shape != weights.shape:
            _check_weights(a, weights, axis, axes)
            weights = _spread(weights, a, axes)
        total = jnp.sum(weights, axis, keepdims=keepdims)
        result = jnp.sum(a * weights, axis, keepdims=keepdims) / total
    if not returned:
        return result
    if total.shape != result.shape:
        total = jnp.broadcast_to(total, result.shape)
    return result, total


def _rows(m, rowvar, first):
    """The array with two dimensions, variables in rows."""
    single = m.ndim == 1
    m = lax.expand_dims(m, range(2 - m.ndim)) if m.ndim < 2 else m
    if not (first and release >= (0, 8)):
        single = m.shape[0] == 1
    return m if rowvar or single else m.T


def _check_observations(weights, name, x):
    """Weights of the observations, as jnp.cov checks them."""
    weights = require_arrays("cov", weights)
    if weights.ndim > 1:
        refuse(RuntimeError, f"cannot handle multidimensional {name}", rule="shape-mismatch")
    if weights.ndim == 0:
        refuse(IndexError, "tuple index out of range", rule="shape-mismatch")
    if weights.shape[0] != x.shape[1]:
        refuse(RuntimeError, f"incompatible numbers of samples and {name}", rule="shape-mismatch")
    if name == "fweights" and not jnp.issubdtype(weights.dtype, jnp.integer):
        refuse(TypeError, "fweights must be integer.", rule="shape-mismatch")
    return abs(weights)


def _observations(fweights, aweights, x):
    if fweights is not None:
        fweights = _check_observations(fweights, "fweights", x)
    if aweights is not None:
        aweights = _check_observations(aweights, "aweights", x)
    if fweights is None or aweights is None:
        return aweights if fweights is None else fweights
    return fweights * aweights


def _row_means(x, weights):
    if weights is None:
        mean = jnp.mean(x, 1)
        if release < (0, 8):
            mean[0]  # the first of the sums of weights is looked at, which lay as the means do
        return mean
    x, weights = promote_dtypes_inexact(x, weights)
    weights = weights[None, :]
    total = jnp.sum(weights, 1)
    return jnp.sum(x * weights, 1) / total


@function("jax.numpy", until="0.8.1", without="dtype", jitted="itself")
@function("jax.numpy", since="0.8.1", jitted="itself")
def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, dtype=None):
    m = require_arrays("cov", m) if y is None else require_arrays("cov", m, y)[0]
    arrays = promote_ranks(*promote_dtypes_inexact(*([m] if y is None else [m, y])))
    if len(arrays) == 2 and arrays[1].ndim > 2:
        refuse(ValueError, "y has more than 2 dimensions", rule="shape-mismatch")
    if arrays[0].ndim > 2:
        refuse(ValueError, "m has more than 2 dimensions", rule="shape-mismatch")
    x = _rows(arrays[0], rowvar, True)
    if y is not None:
        x = lax.concatenate([x, _rows(arrays[1], rowvar, False)], 0)
    if dtype is not None and not jnp.issubdtype(dtype, jnp.inexact):
        unknown("a covariance of integers is not known")
    if 0 in x.shape:
        unknown("a covariance of nothing is not known")
    weights = _observations(fweights, aweights, x)
    if dtype is not None:
        x = x.astype(dtype)
        weights = weights if weights is None else weights.astype(dtype)
    divisor = constant(int, weak=True) if weights is None else constant(weights.dtype)
    x = x - _row_means(x, weights)[:, None]
    other = (x if weights is None else x * weights[None, :]).T
    if jnp.issubdtype(other.dtype, jnp.complexfloating):
        other = jnp.conj(other)
    result = jnp.dot(x, other) / divisor
    return result if result.shape[0] != 1 else lax.squeeze(result, (0, 1))


@function("jax.numpy", until="0.8.1", without="dtype", jitted="itself")
@function("jax.numpy", since="0.8.1", jitted="itself")
def corrcoef(x, y=None, rowvar=True, dtype=None):
    x = require_arrays("corrcoef", x)
    c = cov(x, y, rowvar, dtype=dtype)
    if c.ndim == 0:
        return c / c
    deviation = jnp.sqrt(jnp.real(jnp.diag(c))).astype(c.dtype)
    c = c / deviation[:, None] / deviation[None, :]
    if jnp.issubdtype(c.dtype, jnp.complexfloating):
        return lax.complex(jnp.clip(jnp.real(c), -1, 1), jnp.clip(jnp.imag(c), -1, 1))
    return jnp.clip(c, -1, 1)
