"""Polynomials by their coefficients, and convolutions of vectors. JAX: numpy/polynomial.py,
numpy/lax_numpy.py _conv."""


@function("jax.numpy", jitted="itself")
def polyadd(a1, a2):
    a, b = promote_dtypes(*require_arrays("polyadd", a1, a2))
    if b.shape[0] <= a.shape[0]:
        return a.at[-b.shape[0]:].add(b)
    return b.at[-a.shape[0]:].add(a)


@function("jax.numpy", jitted="itself")
def polysub(a1, a2):
    a, b = promote_dtypes(*require_arrays("polysub", a1, a2))
    return polyadd(a, -b)


@function("jax.numpy", jitted="itself")
def polyval(p, x, *, unroll=None):
    promote = promote_dtypes_inexact if release < (0, 10, 2) else promote_dtypes
    p, x = promote(*require_arrays("polyval", p, x))
    shape = lax.broadcast_shapes(p.shape[1:], x.shape)
    if release >= (0, 12) and p.shape[0] > 0:
        return _polynomial(x, [p[i] for i in reversed(range(p.shape[0]))])
    start = lax.full_like(x, 0, shape=shape, dtype=x.dtype)
    return lax.scan(lambda y, p: (y * x + p, None), start, p, unroll=16 if unroll is None else unroll)[0]


def _polynomial(x, coefficients):
    """lax.polynomial, of coefficients from the lowest degree on."""
    if coefficients[0].ndim > 0:
        unknown("a polynomial whose coefficients are arrays is not known")
    result = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        result = result * x + coefficient
    return jnp.broadcast_to(result, x.shape)


@function("jax.numpy")
def polymul(a1, a2, *, trim_leading_zeros=False):
    a, b = promote_dtypes_inexact(*require_arrays("polymul", a1, a2))
    if trim_leading_zeros:
        unknown("polymul with trim_leading_zeros is not known")
    a = jnp.zeros(1, b.dtype) if len(a) == 0 else a
    b = jnp.zeros(1, a.dtype) if len(b) == 0 else b
    return convolve(a, b, mode="full")


@function("jax.numpy", jitted="itself")
def polyder(p, m=1):
    p = require_arrays("polyder", p)
    m = concrete_int(m)
    p, = promote_dtypes_inexact(p)
    if m < 0:
        raise ValueError("Order of derivative must be positive")
    if m == 0:
        return p
    factors = jnp.arange(m, len(p), dtype=p.dtype)[None] - jnp.arange(m, dtype=p.dtype)[:, None]
    return p[:-m] * factors.prod(0)[::-1]


@function("jax.numpy", jitted="itself")
def vander(x, N=None, increasing=False):
    x = require_arrays("vander", x)
    if x.ndim != 1:
        refuse(ValueError, "x must be a one-dimensional array", rule="shape-mismatch")
    N = x.shape[0] if N is None else concrete_int(N)
    if N < 0:
        raise ValueError("N must be nonnegative")
    exponents = lax.iota(x.dtype, N)
    if not increasing:
        exponents = lax.sub(constant(x.dtype), exponents)
    return jnp.power(x[..., None], exponents[None])


def _convolution(op, x, y, mode, precision, preferred_element_type):
    if x.ndim != 1 or y.ndim != 1:
        refuse(ValueError, f"{op}() only support 1-dimensional inputs.", rule="shape-mismatch")
    promote = promote_dtypes_inexact if preferred_element_type is None else promote_dtypes
    x, y = promote(x, y)
    if len(x) == 0 or len(y) == 0:
        refuse(ValueError, f"{op}: inputs cannot be empty, got shapes {x.shape} and {y.shape}.",
               rule="shape-mismatch")
    order = slice(None)
    if op == "correlate":
        y = jnp.conj(y)
    if len(x) < len(y):
        x, y = y, x
        order = slice(None, None, -1) if op == "correlate" else order
    if op == "convolve":
        y = jnp.flip(y)
    if mode not in ("valid", "same", "full"):
        raise ValueError("mode must be one of ['full', 'same', 'valid']")
    size = y.shape[0]
    paddings = {"valid": (0, 0), "same": (size // 2, size - size // 2 - 1), "full": (size - 1, size - 1)}
    result = lax.conv_general_dilated(x[None, None, :], y[None, None, :], (1,), [paddings[mode]],
                                      precision=precision,
                                      preferred_element_type=preferred_element_type)
    return result[0, 0, order]


@function("jax.numpy", jitted="itself")
def convolve(a, v, mode='full', *, precision=None, preferred_element_type=None):
    a, v = require_arrays("convolve", a, v)
    return _convolution("convolve", a, v, mode, precision, preferred_element_type)


@function("jax.numpy", jitted="itself")
def correlate(a, v, mode='valid', *, precision=None, preferred_element_type=None):
    a, v = require_arrays("correlate", a, v)
    return _convolution("correlate", a, v, mode, precision, preferred_element_type)


@function("jax.numpy", jitted="itself")
def polyint(p, m=1, k=None):
    m = concrete_int(m)
    p, k = promote_dtypes_inexact(*require_arrays("polyint", p, 0 if k is None else k))
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    k = jnp.atleast_1d(k)
    if len(k) == 1:
        k = jnp.full((m,), k[0])
    if k.shape != (m,):
        refuse(ValueError, "k must be a scalar or a rank-1 array of length 1 or m.", rule="shape-mismatch")
    if m == 0:
        return p
    grid = jnp.arange(len(p) + m, dtype=p.dtype)[None] - jnp.arange(m, dtype=p.dtype)[:, None]
    return jnp.true_divide(jnp.concatenate((p, k)), jnp.maximum(1, grid).prod(0)[::-1])


@function("jax.numpy")
def polydiv(u, v, *, trim_leading_zeros=False):
    u, v = promote_dtypes_inexact(*require_arrays("polydiv", u, v))
    if trim_leading_zeros:
        unknown("polydiv with trim_leading_zeros is not known")
    more = len(u) - len(v)
    scale = 1.0 / v[0]
    q = jnp.zeros(max(more + 1, 1), dtype=u.dtype)
    for i in range(more + 1):
        d = scale * u[i]
        q = q.at[i].set(d)
        u = u.at[i:i + len(v)].add(-d * v)
    return q, u


@function("jax.numpy", jitted="itself")
def poly(seq_of_zeros):
    zeros, = promote_dtypes_inexact(require_arrays("poly", seq_of_zeros))
    zeros = jnp.atleast_1d(zeros)
    if zeros.ndim == 2 and zeros.shape[0] == zeros.shape[1] != 0:
        zeros = jnp.linalg.eigvals(zeros)
    if zeros.ndim != 1:
        refuse(ValueError, "input must be 1d or non-empty square 2d array.", rule="shape-mismatch")
    if len(zeros) == 0:
        return jnp.ones((), dtype=zeros.dtype)
    result = jnp.ones((1,), dtype=zeros.dtype)
    for i in range(len(zeros)):
        result = convolve(result, jnp.array([1, -zeros[i]], dtype=zeros.dtype), mode="full")
    return result


def _roots(p):
    """Of the companion matrix."""
    if p.size < 2:
        return jnp.array([], dtype=jnp.promote_types(p.dtype, jnp.complex64))
    matrix = jnp.diag(jnp.ones((p.size - 2,), p.dtype), -1)
    return jnp.linalg.eigvals(matrix.at[0, :].set(-p[1:] / p[0]))


@function("jax.numpy")
def roots(p, *, strip_zeros=True):
    p, = promote_dtypes_inexact(require_arrays("roots", p))
    p = jnp.atleast_1d(p)
    if p.ndim != 1:
        refuse(ValueError, "Input must be a rank-1 array.", rule="shape-mismatch")
    if p.size < 2:
        return jnp.array([], dtype=jnp.promote_types(p.dtype, jnp.complex64))
    leading = jnp.where(jnp.all(p == 0), len(p), jnp.argmin(p == 0))
    if strip_zeros:
        concrete_int(leading)
    p = jnp.where(len(p) == leading, 1.0, p)
    found = _roots(jnp.roll(p, -leading))
    found = lax.sort_key_val(found == 0, found)[1]
    return jnp.where(jnp.arange(found.size) < found.size - leading, found, 1j)


def _check_fit(x, y, deg):
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        refuse(TypeError, "expected 1D vector for x", rule="shape-mismatch")
    if x.size == 0:
        refuse(TypeError, "expected non-empty vector for x", rule="shape-mismatch")
    if y.ndim < 1 or y.ndim > 2:
        refuse(TypeError, "expected 1D or 2D array for y", rule="shape-mismatch")
    if x.shape[0] != y.shape[0]:
        refuse(TypeError, "expected x and y to have same length", rule="shape-mismatch")


@function("jax.numpy", jitted="itself")
def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    x, y = require_arrays("polyfit", x, y)
    deg = concrete_int(deg)
    _check_fit(x, y, deg)
    if w is not None or full or cov:
        unknown("polyfit with weights, or more than coefficients")
    if not jnp.issubdtype(x.dtype, jnp.inexact) or not is_replicated(x) or not is_replicated(y):
        unknown("polyfit of such points is not known")
    lhs = jnp.vander(x, deg + 1)
    scale = jnp.sqrt((lhs * lhs).sum(axis=0))
    c = jnp.linalg.lstsq(lhs / scale[None, :], y, 1e-6)[0]
    return (c.T / scale[None, :]).T if c.ndim > 1 else c / scale
