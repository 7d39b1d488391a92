"""Whole arrays compared. JAX: numpy/lax_numpy.py."""

VALUES = "array_equal array_equiv"


def _close(name, a, b, rtol, atol):
    a, b, rtol, atol = require_arrays(name, a, b, rtol, atol)
    a, b = promote_ranks(*promote_dtypes(a, b))
    if is_key(a):
        return lax.eq(a, b)
    a, b = promote_dtypes_inexact(a, b)
    rtol, atol = [x.astype(real_dtype(a.dtype)) for x in (rtol, atol)]
    if release >= (0, 6, 2):
        lax.bitwise_and(lax.ne(a, a), lax.ne(b, b))
    within = lax.le(lax.abs(lax.sub(a, b)), lax.add(atol, lax.mul(rtol, lax.abs(b))))
    return lax.bitwise_and(within, lax.eq(a, b))


@function("jax.numpy", jitted="itself")
def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return _close("isclose", a, b, rtol, atol)


@function("jax.numpy", jitted="itself")
def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return jnp.all(_close("allclose", a, b, rtol, atol))


def _pair(*xs):
    for x in xs:
        if isinstance(x, (list, tuple)):
            unknown(f"comparing a {type(x).__name__} is not known")
    return [require_arrays("asarray", x) for x in xs]


@function("jax.numpy")
def array_equal(a1, a2, equal_nan=False):
    x, y = _pair(a1, a2)
    return jnp.all(x == y) if x.shape == y.shape else constant(bool, number=0)


@function("jax.numpy")
def array_equiv(a1, a2):
    x, y = _pair(a1, a2)
    sizes = zip(x.shape[::-1], y.shape[::-1])
    meets = all([a == b or a == 1 or b == 1 for a, b in sizes])
    return jnp.all(x == y) if meets else constant(bool, number=0)
