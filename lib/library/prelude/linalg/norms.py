"""Norms of jax.numpy.linalg, and the condition number. JAX: numpy/linalg.py."""
from prelude.linalg.checks import is_square, require_inexact


def _largest(x, axis, keepdims=False):
    """A maximum, which since 0.5.3 is 0 where there are no elements."""
    if release < (0, 5, 3):
        return jnp.max(x, axis=axis, keepdims=keepdims)
    return jnp.max(x, axis=axis, keepdims=keepdims, initial=0)


def _euclidean(x, axis, keepdims):
    return jnp.sqrt(jnp.sum(jnp.real(x * jnp.conj(x)), axis=axis, keepdims=keepdims))


def _of_vectors(x, ord, axis, keepdims):
    if ord is None or ord == 2:
        return _euclidean(x, axis, keepdims)
    if ord == jnp.inf:
        return _largest(jnp.abs(x), axis, keepdims)
    if ord == -jnp.inf:
        return jnp.min(jnp.abs(x), axis=axis, keepdims=keepdims)
    if ord == 0:
        return jnp.sum(x != 0, dtype=jnp.finfo(x.dtype).dtype, axis=axis, keepdims=keepdims)
    if ord == 1:
        return jnp.sum(jnp.abs(x), axis=axis, keepdims=keepdims)
    if isinstance(ord, str):
        hint = f"Use '{'-' * (ord == '-inf')}jax.numpy.inf' instead." if ord in ("inf", "-inf") else ""
        refuse(ValueError, f"Invalid order '{ord}' for vector norm." + hint,
               help="orders of a vector's norm are numbers, jnp.inf and -jnp.inf")
    if is_array(ord) or not isinstance(ord, (int, float, np.number)):
        unknown("a norm of an order that is not a number")
    size = jnp.abs(x)
    power = constant(size.dtype, weak=size.weak_type)
    total = jnp.sum(jnp.power(size, power), axis=axis, keepdims=keepdims)
    return jnp.power(total, power)


def _of_singular_values(x, ord, axis, keepdims):
    s = jnp.linalg.svd(jnp.moveaxis(x, axis, (-2, -1)), compute_uv=False)
    if ord == 2:
        y = _largest(s, -1)
    elif ord == -2:
        y = jnp.min(s, axis=-1)
    else:
        y = jnp.sum(s, axis=-1)
    return jnp.expand_dims(y, axis) if keepdims else y


def _of_matrices(x, ord, axis, keepdims):
    if ord in (None, "f", "fro"):
        return _euclidean(x, axis, keepdims)
    if ord in (1, -1, jnp.inf, -jnp.inf):
        first, then = axis if ord in (1, -1) else axis[::-1]
        if not keepdims and then > first:
            then -= 1
        sums = jnp.sum(jnp.abs(x), axis=first, keepdims=keepdims)
        return _largest(sums, then, keepdims) if ord > 0 else jnp.min(sums, axis=then, keepdims=keepdims)
    if ord in (2, -2, "nuc"):
        return _of_singular_values(x, ord, axis, keepdims)
    refuse(ValueError, f"Invalid order '{ord}' for matrix norm.",
           help="orders of a matrix norm are None, 'fro', 'nuc', 1, -1, 2, -2, jnp.inf and -jnp.inf")


def _refuse_axes(axis):
    text = (f"Improper number of axes for norm: {axis=}. Pass one axis to compute a vector-norm, or two "
            "axes to compute a matrix-norm.")
    if release < (0, 5, 3):
        text = f"Invalid axis values ({axis}) for jnp.linalg.norm."
    refuse(ValueError, text,
           help="give axis= one dimension for a vector's norm, or two for that of matrices")


@function("jax.numpy.linalg", jitted="itself")
def norm(x, ord=None, axis=None, keepdims=False):
    x = require_inexact("jnp.linalg.norm", x)
    if axis is None and ord is None:
        return _euclidean(x, None, keepdims)
    if isinstance(axis, list):
        unknown("a list of axes, which cannot be hashed")
    if axis is None:
        axis = tuple(range(x.ndim))
    elif isinstance(axis, tuple):
        axis = tuple([canonical_axis(i, x.ndim) for i in axis])
    else:
        axis = canonical_axis(axis, x.ndim),
    if len(axis) == 1:
        return _of_vectors(x, ord, axis, keepdims)
    if len(axis) == 2:
        return _of_matrices(x, ord, axis, keepdims)
    _refuse_axes(axis)


@function("jax.numpy.linalg")
def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    x = require_arrays("jnp.linalg.vector_norm", x)
    if release < (0, 4, 38):
        x, = promote_dtypes_inexact(x)
    return _of_vectors(x, ord, axis, keepdims)


@function("jax.numpy.linalg")
def matrix_norm(x, /, *, keepdims=False, ord='fro'):
    x = require_arrays("jnp.linalg.matrix_norm", x)
    return jnp.linalg.norm(x, ord=ord, keepdims=keepdims, axis=(-2, -1))


@function("jax.numpy.linalg", jitted="itself")
def cond(x, p=None):
    x = require_arrays("cond", x)
    if x.ndim < 2:
        refuse(ValueError, f"jnp.linalg.cond: input array must be at least 2D; got arr.shape={x.shape}",
               rule="shape-mismatch")
    if x.shape[-1] == 0 or x.shape[-2] == 0:
        refuse(ValueError, f"jnp.linalg.cond: input array must not be empty; got arr.shape={x.shape}",
               rule="shape-mismatch")
    if p in (None, 2, -2):
        s = jnp.linalg.svdvals(x)
        r = s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
        if p != -2 and release < (0, 11, 2):
            return r
    else:
        if not is_square(x):
            refuse(ValueError, f"jnp.linalg.cond: for {p=}, array must be square; got arr.shape={x.shape}",
                   rule="shape-mismatch")
        r = (jnp.linalg.norm(x, ord=p, axis=(-2, -1)) *
             jnp.linalg.norm(jnp.linalg.inv(x), ord=p, axis=(-2, -1)))
    return jnp.where(jnp.isnan(r) & ~jnp.isnan(x).any(axis=(-2, -1)), jnp.inf, r)
