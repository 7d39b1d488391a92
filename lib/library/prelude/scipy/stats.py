"""Distributions of SciPy whose parameters are a place and a scale. JAX: scipy/stats/*.py."""
from prelude.scipy.special import expit, log_ndtr, logit, ndtr, ndtri


def _arrays(name, *given):
    """The arguments as floats of one dtype and one rank."""
    return promote_ranks(*promote_dtypes_inexact(*require_arrays(name, *given)))


def _outside_unit(q):
    return jnp.isnan(q) | (q < 0) | (q > 1)


@function("jax.scipy.stats.norm", name="logpdf")
def norm_logpdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("norm.logpdf", x, loc, scale)
    variance = lax.square(scale)
    spread = lax.log(2 * math.pi * variance)
    return (spread + lax.div(lax.square(lax.sub(x, loc)), variance)) / -2


@function("jax.scipy.stats.norm", name="pdf")
def norm_pdf(x, loc=0, scale=1):
    return lax.exp(norm_logpdf(x, loc, scale))


@function("jax.scipy.stats.norm", name="cdf")
def norm_cdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("norm.cdf", x, loc, scale)
    return ndtr(lax.div(lax.sub(x, loc), scale))


@function("jax.scipy.stats.norm", name="logcdf")
def norm_logcdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("norm.logcdf", x, loc, scale)
    return log_ndtr(lax.div(lax.sub(x, loc), scale))


@function("jax.scipy.stats.norm", name="ppf")
def norm_ppf(q, loc=0, scale=1):
    return jnp.asarray(ndtri(q) * scale + loc, float)


@function("jax.scipy.stats.norm", name="sf")
def norm_sf(x, loc=0, scale=1):
    x, loc, scale = _arrays("norm.sf", x, loc, scale)
    return norm_cdf(-x, -loc, scale)


@function("jax.scipy.stats.norm", name="logsf")
def norm_logsf(x, loc=0, scale=1):
    x, loc, scale = _arrays("norm.logsf", x, loc, scale)
    return norm_logcdf(-x, -loc, scale)


@function("jax.scipy.stats.norm", name="isf")
def norm_isf(q, loc=0, scale=1):
    if release < (0, 12):
        return norm_ppf(1 - q, loc, scale)
    q, loc, scale = _arrays("norm.isf", q, loc, scale)
    return -norm_ppf(q, -loc, scale)


@function("jax.scipy.stats.uniform", name="logpdf")
def uniform_logpdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("uniform.logpdf", x, loc, scale)
    inside = lax.neg(lax.log(scale))
    return jnp.where(jnp.logical_or(lax.gt(x, lax.add(loc, scale)), lax.lt(x, loc)), -jnp.inf, inside)


@function("jax.scipy.stats.uniform", name="pdf")
def uniform_pdf(x, loc=0, scale=1):
    return lax.exp(uniform_logpdf(x, loc, scale))


@function("jax.scipy.stats.uniform", name="cdf")
def uniform_cdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("uniform.cdf", x, loc, scale)
    zero, one = jnp.array(0, x.dtype), jnp.array(1, x.dtype)
    end = lax.add(loc, scale)
    conditions = [lax.lt(x, loc), lax.gt(x, end), lax.ge(x, loc) & lax.le(x, end)]
    return jnp.select(conditions, [zero, one, lax.div(lax.sub(x, loc), scale)])


@function("jax.scipy.stats.uniform", name="ppf")
def uniform_ppf(q, loc=0, scale=1):
    q, loc, scale = _arrays("uniform.ppf", q, loc, scale)
    return jnp.where(_outside_unit(q), jnp.nan, lax.add(loc, lax.mul(scale, q)))


@function("jax.scipy.stats.expon", name="logpdf")
def expon_logpdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("expon.logpdf", x, loc, scale)
    spread = lax.log(scale)
    inside = lax.neg(lax.add(lax.div(lax.sub(x, loc), scale), spread))
    return jnp.where(lax.lt(x, loc), -jnp.inf, inside)


@function("jax.scipy.stats.expon", name="pdf")
def expon_pdf(x, loc=0, scale=1):
    return lax.exp(expon_logpdf(x, loc, scale))


@function("jax.scipy.stats.expon", name="cdf")
def expon_cdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("expon.cdf", x, loc, scale)
    back = lax.div(lax.sub(loc, x), scale)
    return jnp.where(lax.lt(x, loc), jnp.zeros_like(back), lax.neg(lax.expm1(back)))


@function("jax.scipy.stats.expon", name="logsf")
def expon_logsf(x, loc=0, scale=1):
    x, loc, scale = _arrays("expon.sf", x, loc, scale)
    back = lax.div(lax.sub(loc, x), scale)
    return jnp.where(lax.lt(x, loc), jnp.zeros_like(back), back)


@function("jax.scipy.stats.expon", name="sf")
def expon_sf(x, loc=0, scale=1):
    return lax.exp(expon_logsf(x, loc, scale))


@function("jax.scipy.stats.expon", name="logcdf")
def expon_logcdf(x, loc=0, scale=1):
    return lax.log1p(lax.neg(expon_sf(x, loc, scale)))


@function("jax.scipy.stats.expon", name="ppf")
def expon_ppf(q, loc=0, scale=1):
    q, loc, scale = _arrays("expon.ppf", q, loc, scale)
    return jnp.where(_outside_unit(q), jnp.nan, lax.sub(loc, lax.mul(scale, lax.log1p(lax.neg(q)))))


@function("jax.scipy.stats.laplace", name="logpdf")
def laplace_logpdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("laplace.logpdf", x, loc, scale)
    distance = lax.div(lax.abs(lax.sub(x, loc)), scale)
    return lax.neg(lax.add(distance, lax.log(2 * scale)))


@function("jax.scipy.stats.laplace", name="pdf")
def laplace_pdf(x, loc=0, scale=1):
    return lax.exp(laplace_logpdf(x, loc, scale))


@function("jax.scipy.stats.laplace", name="cdf")
def laplace_cdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("laplace.cdf", x, loc, scale)
    distance = lax.div(lax.sub(x, loc), scale)
    half = 0.5 * lax.exp(distance)
    return lax.select(distance <= 0, half, 1 - half)


def _cauchy_scaled(name, x, loc, scale):
    x, loc, scale = _arrays(name, x, loc, scale)
    return lax.div(lax.sub(x, loc), scale), scale


@function("jax.scipy.stats.cauchy", name="logpdf")
def cauchy_logpdf(x, loc=0, scale=1):
    distance, scale = _cauchy_scaled("cauchy.logpdf", x, loc, scale)
    return lax.neg(lax.add(lax.log(math.pi * scale), lax.log1p(lax.mul(distance, distance))))


@function("jax.scipy.stats.cauchy", name="pdf")
def cauchy_pdf(x, loc=0, scale=1):
    return lax.exp(cauchy_logpdf(x, loc, scale))


@function("jax.scipy.stats.cauchy", name="cdf")
def cauchy_cdf(x, loc=0, scale=1):
    distance, scale = _cauchy_scaled("cauchy.cdf", x, loc, scale)
    return 0.5 + jnp.arctan(distance) / math.pi


@function("jax.scipy.stats.cauchy", name="logcdf")
def cauchy_logcdf(x, loc=0, scale=1):
    return lax.log(cauchy_cdf(x, loc, scale))


@function("jax.scipy.stats.cauchy", name="sf")
def cauchy_sf(x, loc=0, scale=1):
    x, loc, scale = _arrays("cauchy.sf", x, loc, scale)
    return cauchy_cdf(-x, -loc, scale)


@function("jax.scipy.stats.cauchy", name="logsf")
def cauchy_logsf(x, loc=0, scale=1):
    x, loc, scale = _arrays("cauchy.logsf", x, loc, scale)
    return cauchy_logcdf(-x, -loc, scale)


def _cauchy_quantile(name, q, loc, scale):
    q, loc, scale = _arrays(name, q, loc, scale)
    return lax.add(lax.mul(lax.tan(math.pi * q), scale), loc)


@function("jax.scipy.stats.cauchy", name="ppf")
def cauchy_ppf(q, loc=0, scale=1):
    return _cauchy_quantile("cauchy.ppf", q, loc, scale)


@function("jax.scipy.stats.cauchy", name="isf")
def cauchy_isf(q, loc=0, scale=1):
    return _cauchy_quantile("cauchy.isf", q, loc, scale)


@function("jax.scipy.stats.logistic", name="logpdf")
def logistic_logpdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("logistic.logpdf", x, loc, scale)
    half = lax.div(lax.sub(x, loc), scale) / 2
    return lax.sub(-2 * jnp.logaddexp(half, lax.neg(half)), lax.log(scale))


@function("jax.scipy.stats.logistic", name="pdf")
def logistic_pdf(x, loc=0, scale=1):
    return lax.exp(logistic_logpdf(x, loc, scale))


@function("jax.scipy.stats.logistic", name="cdf")
def logistic_cdf(x, loc=0, scale=1):
    x, loc, scale = _arrays("logistic.cdf", x, loc, scale)
    return expit(lax.div(lax.sub(x, loc), scale))


@function("jax.scipy.stats.logistic", name="sf")
def logistic_sf(x, loc=0, scale=1):
    x, loc, scale = _arrays("logistic.sf", x, loc, scale)
    return expit(lax.neg(lax.div(lax.sub(x, loc), scale)))


@function("jax.scipy.stats.logistic", name="ppf")
def logistic_ppf(x, loc=0, scale=1):
    x, loc, scale = _arrays("logistic.ppf", x, loc, scale)
    return lax.add(lax.mul(logit(x), scale), loc)


@function("jax.scipy.stats.logistic", name="isf")
def logistic_isf(x, loc=0, scale=1):
    x, loc, scale = _arrays("logistic.isf", x, loc, scale)
    return lax.add(lax.mul(lax.neg(logit(x)), scale), loc)
