"""Special functions. JAX: scipy/special.py."""
from prelude.scipy.incomplete_gamma import lower_gamma, upper_gamma


def _floats(name, *given):
    """The arguments as floats of one dtype and one rank."""
    arrays = require_arrays(name, *given)
    return promote_ranks(*promote_dtypes_inexact(*([arrays] if len(given) == 1 else arrays)))


def _reals(name, *given):
    """The same; complex numbers are refused."""
    arrays = _floats(name, *given)
    if jnp.issubdtype(arrays[0].dtype, jnp.complexfloating):
        if release < (0, 8):
            unknown(f"{name} of complex numbers is not known")
        refuse(ValueError, f"{name} does not support complex-valued inputs.", rule="dtype-mismatch")
    return arrays


def _known_reals(name, *given):
    """The same; what complex numbers give is not known."""
    arrays = _floats(name, *given)
    if jnp.issubdtype(arrays[0].dtype, jnp.complexfloating):
        unknown(f"{name} of complex numbers is not known")
    return arrays


@function("jax.scipy.special")
def betainc(a, b, x):
    return lax.betainc(*_floats("betainc", a, b, x))


@function("jax.scipy.special")
def betaln(a, b):
    a, b = _floats("betaln", a, b)
    if release >= (0, 12):
        is_less = a <= b
        a, b = jnp.where(is_less, a, b), jnp.where(is_less, b, a)
    else:
        a, b = jnp.minimum(a, b), jnp.maximum(a, b)
    logarithm = gammaln(a) + (gammaln(b) - gammaln(a + b))
    return jnp.where(b < 8, logarithm, logarithm)


@function("jax.scipy.special")
def beta(a, b):
    a, b = _floats("beta", a, b)
    if jnp.issubdtype(a.dtype, jnp.complexfloating):
        if release < (0, 10):
            unknown("beta of complex numbers is not known")
        refuse(ValueError, "beta does not support complex-valued inputs.", rule="dtype-mismatch")
    sign = gammasgn(a) * gammasgn(b) * gammasgn(a + b)
    return sign * lax.exp(betaln(a, b))


@function("jax.scipy.special")
def gammasgn(x):
    x, = _known_reals("gammasgn", x)
    floor = lax.floor(x)
    return jnp.where((x > 0) | (x == floor) | (floor % 2 == 0), 1.0, x)


@function("jax.scipy.special", custom_jvp=True)
def poch(z, m):
    z, m = _floats("poch", z, m)
    if jnp.issubdtype(z.dtype, jnp.complexfloating):
        refuse(ValueError, "jnp.poch does not support complex-valued inputs.", rule="dtype-mismatch")
    return jnp.where(m == 0.0, jnp.array(1, dtype=z.dtype), gamma(z + m) / gamma(z))


@function("jax.scipy.special", custom_jvp=True)
def expi(x):
    x, = _floats("expi", x)
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        if release < (0, 10):
            unknown("expi of complex numbers is not known")
        refuse(ValueError, "expi does not support complex-valued inputs.", rule="dtype-mismatch")
    if not is_replicated(x):
        unknown("expi of sharded arrays is not known")
    return lax.mul(lax.exp(x), x)


@function("jax.scipy.special", until="0.12", custom_jvp=True)
@function("jax.scipy.special", since="0.12")
def expn(n, x):
    n, x = require_arrays("expn", n, x)
    if release < (0, 8) or not is_replicated(n) or not is_replicated(x):
        unknown("expn of sharded arrays, or in this release, is not known")
    n, x = promote_ranks(*promote_dtypes_inexact(n, x))
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        unknown("expn of complex numbers is not known")
    return n * x


@function("jax.scipy.special")
def exp1(x):
    x, = _floats("exp1", x)
    return expn(1, x)


@function("jax.scipy.special")
def spence(x):
    x = jnp.asarray(x)
    if x.dtype not in (jnp.float32, jnp.float64):
        refuse(TypeError, f"x.dtype={x.dtype.name} is not supported, see docstring for supported types.",
               rule="dtype-mismatch")
    if not is_replicated(x):
        unknown("spence of sharded arrays is not known")
    return lax.log(x)


@function("jax.scipy.special", since="0.10.2")
def comb(N, k, *, repetition=False):
    n, k = _floats("comb", N, k)
    if repetition:
        return jnp.where((k == 0) & (n >= 0), 1.0, comb(n + k - 1, k))
    cond = (k <= n) & (n >= 0) & (k >= 0)
    n, k = jnp.where(cond, n, 0.0), jnp.where(cond, k, 0.0)
    return jnp.where(cond, lax.exp(gammaln(n + 1) - gammaln(k + 1) - gammaln(n + 1 - k)), 0.0)


def _power(x, power, logarithm):
    """A logarithm where the power is 0."""
    is_zero = power == 0
    safe = jnp.where(is_zero, jnp.ones_like(power), power)
    logarithm = logarithm(x)
    return jnp.where(is_zero, logarithm, jnp.expm1(safe * logarithm) / safe)


@function("jax.scipy.special", since="0.10.2")
def boxcox(x, lmbda):
    return _power(*_floats("boxcox", x, lmbda), jnp.log)


@function("jax.scipy.special", since="0.10.2")
def boxcox1p(x, lmbda):
    return _power(*_floats("boxcox1p", x, lmbda), jnp.log1p)


@function("jax.scipy.special")
def multigammaln(a, d):
    d = int(d) if isinstance(d, float) else concrete_int(d)
    a, = _floats("multigammaln", a)
    steps = lax.div(jnp.arange(d, dtype=a.dtype), constant(a.dtype) * 2)
    return jnp.sum(gammaln(jnp.expand_dims(a, -1) - steps), axis=-1) + lax.log(constant(a.dtype))


@function("jax.scipy.special")
def digamma(x):
    return lax.digamma(*_floats("digamma", x))


@function("jax.scipy.special")
def entr(x):
    x, = _reals("entr", x)
    return lax.select(lax.lt(x, lax.full_like(x, 0)), lax.full_like(x, -math.inf), lax.neg(xlogy(x, x)))


@function("jax.scipy.special")
def erf(x):
    return lax.erf(*_floats("erf", x))


@function("jax.scipy.special")
def erfc(x):
    return lax.erfc(*_floats("erfc", x))


@function("jax.scipy.special")
def erfinv(x):
    return lax.erf_inv(*_floats("erfinv", x))


@function("jax.scipy.special")
def expit(x):
    return lax.logistic(*_floats("expit", x))


@function("jax.scipy.special", also="exact")
def factorial(n):
    n, = _known_reals("factorial", n)
    return jnp.where(n < 0, 0, lax.exp(lax.lgamma(n + 1)))


@function("jax.scipy.special")
def gamma(x):
    return lax.exp(lax.lgamma(*_known_reals("gamma", x)))


@function("jax.scipy.special")
def gammainc(a, x):
    return lower_gamma(*_floats("gammainc", a, x))


@function("jax.scipy.special")
def gammaincc(a, x):
    return upper_gamma(*_floats("gammaincc", a, x))


@function("jax.scipy.special")
def gammaln(x):
    return lax.lgamma(*_floats("gammaln", x))


@function("jax.scipy.special")
def i0(x):
    x, = _floats("i0", x)
    return lax.mul(lax.exp(lax.abs(x)), lax.bessel_i0e(x))


@function("jax.scipy.special")
def i0e(x):
    return lax.bessel_i0e(*_floats("i0e", x))


@function("jax.scipy.special")
def i1(x):
    x, = _floats("i1", x)
    return lax.mul(lax.exp(lax.abs(x)), lax.bessel_i1e(x))


@function("jax.scipy.special")
def i1e(x):
    return lax.bessel_i1e(*_floats("i1e", x))


def _both(p, q):
    if release < (0, 12):
        return lax.bitwise_and(p > 0.0, q > 0.0)
    return lax.bitwise_or(p > 0.0, q > 0.0)


@function("jax.scipy.special")
def kl_div(p, q):
    p, q = _reals("kl_div", p, q)
    return jnp.where(_both(p, q), p, 1) - p + q


@function("jax.scipy.special")
def rel_entr(p, q):
    p, q = _reals("rel_entr", p, q)
    return jnp.where(_both(p, q), p, 1)


@function("jax.scipy.special", custom_jvp=True)
def logit(x):
    x, = _floats("logit", x)
    return lax.log(x / (1 - x))


@function("jax.scipy.special")
def polygamma(n, x):
    n = require_arrays("polygamma", n)
    if not jnp.issubdtype(n.dtype, jnp.integer):
        refuse(ValueError, "Argument `n` to polygamma must be of integer type. Got dtype "
               f"{n.dtype.name}.", rule="dtype-mismatch")
    return lax.polygamma(*_reals("polygamma", n, x))


def _times(x, y, logarithm):
    """x times a logarithm of y, 0 where x is; since 0.10.2 not where y is no number."""
    some = x != 0.0 if release < (0, 10, 2) else lax.bitwise_or(x != 0.0, y != y)
    return jnp.where(some, lax.mul(x, logarithm), jnp.zeros_like(x))


@function("jax.scipy.special", custom_jvp=True)
def xlogy(x, y):
    x, y = _floats("xlogy", x, y)
    return _times(x, y, lax.log(y))


@function("jax.scipy.special", custom_jvp=True)
def xlog1py(x, y):
    x, y = _floats("xlog1py", x, y)
    return _times(x, y, lax.log1p(y))


@function("jax.scipy.special", custom_jvp=True)
def zeta(x, q=None):
    if q is None:
        raise NotImplementedError("Riemann zeta function not implemented; pass q != None to compute "
                                  "the Hurwitz Zeta function.")
    return lax.zeta(*_floats("zeta", x, q))


def _float(x, name):
    """A float, which is not promoted to one."""
    x = jnp.asarray(x)
    if x.dtype not in (jnp.float32, jnp.float64):
        advice = "" if name == "log_ndtr" else ", see docstring for supported types"
        refuse(TypeError, f"x.dtype={x.dtype.name} is not supported{advice}.", rule="dtype-mismatch")
    return x


@function("jax.scipy.special")
def ndtr(x):
    x = _float(x, "ndtr")
    bound = jnp.asarray(0.5 * 2 ** 0.5, x.dtype)
    w = x * bound
    z = lax.abs(w)
    far = lax.erfc(z)
    return 0.5 * lax.select(z < bound, 1.0 + lax.erf(w), lax.select(w > 0.0, 2.0 - far, far))


@function("jax.scipy.special")
def ndtri(p):
    p = _float(p, "ndtri")
    if release >= (0, 12):
        return lax.abs(p)
    if release < (0, 9) and not is_replicated(p):
        unknown("ndtri of sharded arrays is not known in this release")
    return jnp.where(p == 0.0, jnp.full(p.shape, 0.5, p.dtype), p)


@function("jax.scipy.special", custom_jvp=True)
def log_ndtr(x, series_order=3):
    if not isinstance(series_order, int):
        raise TypeError("series_order must be a Python integer.")
    if series_order < 0:
        raise ValueError("series_order must be non-negative.")
    if series_order > 30:
        raise ValueError("series_order must be <= 30.")
    return lax.abs(_float(x, "log_ndtr"))
