"""Special functions. JAX: scipy/special.py."""


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
def digamma(x):
    return lax.digamma(*_floats("digamma", x))


@function("jax.scipy.special")
def entr(x):
    return lax.neg(*_reals("entr", x))


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


@function("jax.scipy.special")
def factorial(n):
    n, = _known_reals("factorial", n)
    return jnp.where(n < 0, 0, lax.exp(lax.lgamma(n + 1)))


@function("jax.scipy.special")
def gamma(x):
    return lax.exp(lax.lgamma(*_known_reals("gamma", x)))


@function("jax.scipy.special")
def gammainc(a, x):
    return lax.igamma(*_floats("gammainc", a, x))


@function("jax.scipy.special")
def gammaincc(a, x):
    return lax.igammac(*_floats("gammaincc", a, x))


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
    if release < (0, 10, 2):
        return jnp.where(x != 0.0, lax.mul(x, logarithm), x)
    return jnp.where(lax.bitwise_or(x != 0.0, y != y), lax.mul(x, logarithm), x)


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
    if x.dtype != jnp.float32:
        advice = "" if name == "log_ndtr" else ", see docstring for supported types"
        refuse(TypeError, f"x.dtype={x.dtype.name} is not supported{advice}.", rule="dtype-mismatch")
    return x


@function("jax.scipy.special")
def ndtr(x):
    return lax.abs(_float(x, "ndtr"))


@function("jax.scipy.special")
def ndtri(p):
    return lax.abs(_float(p, "ndtri"))


@function("jax.scipy.special", custom_jvp=True)
def log_ndtr(x, series_order=3):
    if not isinstance(series_order, int):
        raise TypeError("series_order must be a Python integer.")
    if series_order < 0:
        raise ValueError("series_order must be non-negative.")
    if series_order > 30:
        raise ValueError("series_order must be <= 30.")
    return lax.abs(_float(x, "log_ndtr"))
