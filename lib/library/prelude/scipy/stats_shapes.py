"""Distributions of SciPy that have parameters of shape. JAX: scipy/stats/*.py."""
from prelude.scipy.incomplete_gamma import lower_gamma
from prelude.scipy.special import betainc, betaln, gammainc, gammaincc, gammaln, xlogy, xlog1py


def _arrays(name, *given):
    """The arguments as floats of one dtype and one rank."""
    return promote_ranks(*promote_dtypes_inexact(*require_arrays(name, *given)))


def _scaled(x, loc, scale):
    return lax.div(lax.sub(x, loc), scale)


@function("jax.scipy.stats.beta", name="logpdf")
def beta_logpdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = _arrays("beta.logpdf", x, a, b, loc, scale)
    shape = lax.neg(betaln(a, b))
    y = _scaled(x, loc, scale)
    linear = lax.add(xlogy(a - 1, y), xlog1py(b - 1, lax.neg(y)))
    inside = lax.sub(lax.add(shape, linear), lax.log(scale))
    result = jnp.where(jnp.logical_or(lax.gt(x, lax.add(loc, scale)), lax.lt(x, loc)), -jnp.inf, inside)
    if release < (0, 8):
        return result
    return jnp.where(jnp.logical_or(jnp.logical_or(a <= 0, b <= 0), scale <= 0), jnp.nan, result)


@function("jax.scipy.stats.beta", name="pdf")
def beta_pdf(x, a, b, loc=0, scale=1):
    return lax.exp(beta_logpdf(x, a, b, loc, scale))


def _fraction(x, loc, scale):
    return jnp.clip(_scaled(x, loc, scale), 0, 1)


@function("jax.scipy.stats.beta", name="cdf")
def beta_cdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = _arrays("beta.cdf", x, a, b, loc, scale)
    return betainc(a, b, _fraction(x, loc, scale))


@function("jax.scipy.stats.beta", name="logcdf")
def beta_logcdf(x, a, b, loc=0, scale=1):
    return lax.log(beta_cdf(x, a, b, loc, scale))


@function("jax.scipy.stats.beta", name="sf")
def beta_sf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = _arrays("beta.sf", x, a, b, loc, scale)
    return betainc(b, a, 1 - _fraction(x, loc, scale))


@function("jax.scipy.stats.beta", name="logsf")
def beta_logsf(x, a, b, loc=0, scale=1):
    return lax.log(beta_sf(x, a, b, loc, scale))


@function("jax.scipy.stats.gamma", name="logpdf")
def gamma_logpdf(x, a, loc=0, scale=1):
    x, a, loc, scale = _arrays("gamma.logpdf", x, a, loc, scale)
    inside = lax.ge(x, loc)
    y = jnp.where(inside, _scaled(x, loc, scale), 1)
    linear = lax.sub(xlogy(a - 1, y), y)
    return jnp.where(inside, lax.sub(linear, lax.add(gammaln(a), lax.log(scale))), -jnp.inf)


@function("jax.scipy.stats.gamma", name="pdf")
def gamma_pdf(x, a, loc=0, scale=1):
    return lax.exp(gamma_logpdf(x, a, loc, scale))


@function("jax.scipy.stats.gamma", name="cdf")
def gamma_cdf(x, a, loc=0, scale=1):
    x, a, loc, scale = _arrays("gamma.cdf", x, a, loc, scale)
    return gammainc(a, jnp.maximum(_scaled(x, loc, scale), 0))


@function("jax.scipy.stats.gamma", name="logcdf")
def gamma_logcdf(x, a, loc=0, scale=1):
    return lax.log(gamma_cdf(x, a, loc, scale))


@function("jax.scipy.stats.gamma", name="sf")
def gamma_sf(x, a, loc=0, scale=1):
    x, a, loc, scale = _arrays("gamma.sf", x, a, loc, scale)
    y = _scaled(x, loc, scale)
    return jnp.where(y < 0, 1, gammaincc(a, y))


@function("jax.scipy.stats.gamma", name="logsf")
def gamma_logsf(x, a, loc=0, scale=1):
    return lax.log(gamma_sf(x, a, loc, scale))


@function("jax.scipy.stats.chi2", name="logpdf")
def chi2_logpdf(x, df, loc=0, scale=1):
    x, df, loc, scale = _arrays("chi2.logpdf", x, df, loc, scale)
    y, half = _scaled(x, loc, scale), df / 2
    kernel = lax.sub(lax.mul(half - 1, lax.log(y)), y / 2)
    constant_part = lax.neg(lax.add(lax.lgamma(half), df / 2))
    return jnp.where(lax.lt(x, loc), -jnp.inf, lax.add(lax.sub(constant_part, lax.log(scale)), kernel))


@function("jax.scipy.stats.chi2", name="pdf")
def chi2_pdf(x, df, loc=0, scale=1):
    return lax.exp(chi2_logpdf(x, df, loc, scale))


def _chi2(name, function, x, df, loc, scale):
    x, df, loc, scale = _arrays(name, x, df, loc, scale)
    return function(df / 2, jnp.maximum(_scaled(x, loc, scale * 2), 0))


@function("jax.scipy.stats.chi2", name="cdf")
def chi2_cdf(x, df, loc=0, scale=1):
    return _chi2("chi2.cdf", gammainc, x, df, loc, scale)


@function("jax.scipy.stats.chi2", name="logcdf")
def chi2_logcdf(x, df, loc=0, scale=1):
    return lax.log(chi2_cdf(x, df, loc, scale))


@function("jax.scipy.stats.chi2", name="sf")
def chi2_sf(x, df, loc=0, scale=1):
    return _chi2("chi2.sf", gammaincc, x, df, loc, scale)


@function("jax.scipy.stats.chi2", name="logsf")
def chi2_logsf(x, df, loc=0, scale=1):
    return lax.log(chi2_sf(x, df, loc, scale))


@function("jax.scipy.stats.t", name="logpdf")
def t_logpdf(x, df, loc=0, scale=1):
    x, df, loc, scale = _arrays("t.logpdf", x, df, loc, scale)
    y, half = _scaled(x, loc, scale), df / 2
    spread = lax.log(lax.mul(lax.mul(scale, scale), df))
    spread = lax.sub(lax.add(lax.lgamma(half), spread), lax.lgamma(half + 0.5))
    square = lax.div(lax.mul(y, y), df)
    return lax.neg(lax.add(spread, lax.mul(half + 0.5, lax.log1p(square))))


@function("jax.scipy.stats.t", name="pdf")
def t_pdf(x, df, loc=0, scale=1):
    return lax.exp(t_logpdf(x, df, loc, scale))


@function("jax.scipy.stats.poisson", name="logpmf")
def poisson_logpmf(k, mu, loc=0):
    k, mu, loc = _arrays("poisson.logpmf", k, mu, loc)
    x = lax.sub(k, loc)
    inside = xlogy(x, mu) - gammaln(x + 1) - mu
    if release < (0, 8):
        return jnp.where(x < 0, -jnp.inf, inside)
    return jnp.where(jnp.logical_or(x < 0, lax.ne(jnp.round(k), k)), -jnp.inf, inside)


@function("jax.scipy.stats.poisson", name="pmf")
def poisson_pmf(k, mu, loc=0):
    return jnp.exp(poisson_logpmf(k, mu, loc))


@function("jax.scipy.stats.poisson", name="cdf")
def poisson_cdf(k, mu, loc=0):
    k, mu, loc = _arrays("poisson.logpmf", k, mu, loc)
    x = lax.sub(k, loc)
    return jnp.where(x < 0, 0, gammaincc(jnp.floor(1 + x), mu))


@function("jax.scipy.stats.bernoulli", name="logpmf")
def bernoulli_logpmf(k, p, loc=0):
    k, p, loc = _arrays("bernoulli.logpmf", k, p, loc)
    x = lax.sub(k, loc)
    inside = xlogy(x, p) + xlog1py(1 - x, -p)
    return jnp.where(jnp.logical_or(x < 0, x > 1), -jnp.inf, inside)


@function("jax.scipy.stats.bernoulli", name="pmf")
def bernoulli_pmf(k, p, loc=0):
    return jnp.exp(bernoulli_logpmf(k, p, loc))


@function("jax.scipy.stats.geom", name="logpmf")
def geom_logpmf(k, p, loc=0):
    k, p, loc = _arrays("geom.logpmf", k, p, loc)
    x = lax.sub(k, loc)
    return jnp.where(x <= 0, -jnp.inf, xlog1py(x - 1, -p) + lax.log(p))


@function("jax.scipy.stats.geom", name="pmf")
def geom_pmf(k, p, loc=0):
    return jnp.exp(geom_logpmf(k, p, loc))


@function("jax.scipy.stats.binom", name="logpmf")
def binom_logpmf(k, n, p, loc=0):
    k, n, p, loc = _arrays("binom.logpmf", k, n, p, loc)
    y = lax.sub(k, loc)
    ways = lax.sub(gammaln(n + 1), lax.add(gammaln(y + 1), gammaln(n - y + 1)))
    linear = lax.add(xlogy(y, p), xlog1py(lax.sub(n, y), lax.neg(p)))
    result = lax.add(ways, linear)
    if release >= (0, 8):
        result = jnp.where(jnp.logical_or(jnp.logical_and(y == 0, n == 0), linear == 0), 0.0, result)
    return jnp.where(lax.ge(k, loc) & lax.lt(k, loc + n + 1), result, -jnp.inf)


@function("jax.scipy.stats.binom", name="pmf")
def binom_pmf(k, n, p, loc=0):
    return lax.exp(binom_logpmf(k, n, p, loc))


@function("jax.scipy.stats.multivariate_normal", name="logpdf")
def multivariate_normal_logpdf(x, mean, cov, allow_singular=None):
    if allow_singular is not None:
        if release >= (0, 12):
            unknown("multivariate_normal with allow_singular= is not known")
        raise NotImplementedError("allow_singular argument of multivariate_normal.logpdf")
    x, mean, cov = promote_dtypes_inexact(x, mean, cov)
    if not mean.shape:
        return (-1 / 2) * jnp.square(x - mean) / cov - 1 / 2 * jnp.log(2 * math.pi) - 1 / 2 * jnp.log(cov)
    n = mean.shape[-1]
    if not cov.shape:
        y = x - mean
        return (-1 / 2) * jnp.einsum("...i,...i->...", y, y) / cov - n / 2 * jnp.log(cov)
    if cov.ndim < 2 or cov.shape[-2:] != (n, n):
        refuse(ValueError, "multivariate_normal.logpdf got incompatible shapes", rule="shape-mismatch")
    factor = lax.linalg.cholesky(cov)
    y = jnp.vectorize(functools.partial(lax.linalg.triangular_solve, lower=True, transpose_a=True),
                      signature="(n,n),(n)->(n)")(factor, x - mean)
    spread = jnp.log(factor.diagonal(axis1=-1, axis2=-2)).sum(-1)
    return -1 / 2 * jnp.einsum("...i,...i->...", y, y) - n / 2 - spread


@function("jax.scipy.stats.multivariate_normal", name="pdf")
def multivariate_normal_pdf(x, mean, cov):
    return lax.exp(multivariate_normal_logpdf(x, mean, cov))


@function("jax.scipy.stats.nbinom", name="logpmf")
def nbinom_logpmf(k, n, p, loc=0):
    k, n, p, loc = _arrays("nbinom.logpmf", k, n, p, loc)
    y = lax.sub(k, loc)
    ways = lax.sub(lax.sub(gammaln(lax.add(y, n)), gammaln(n)), gammaln(y + 1))
    linear = lax.add(xlogy(n, p), xlogy(y, 1 - p))
    return jnp.where(lax.lt(k, loc), -jnp.inf, lax.add(ways, linear))


@function("jax.scipy.stats.nbinom", name="pmf")
def nbinom_pmf(k, n, p, loc=0):
    return lax.exp(nbinom_logpmf(k, n, p, loc))


@function("jax.scipy.stats.pareto", name="logpdf")
def pareto_logpdf(x, b, loc=0, scale=1):
    x, b, loc, scale = _arrays("pareto.logpdf", x, b, loc, scale)
    y = _scaled(x, loc, scale)
    spread = lax.log(lax.div(scale, b))
    inside = lax.neg(lax.add(spread, lax.mul(b + 1, lax.log(y))))
    return jnp.where(lax.lt(x, lax.add(loc, scale)), -jnp.inf, inside)


@function("jax.scipy.stats.pareto", name="pdf")
def pareto_pdf(x, b, loc=0, scale=1):
    return lax.exp(pareto_logpdf(x, b, loc, scale))


@function("jax.scipy.stats.vonmises", name="logpdf")
def vonmises_logpdf(x, kappa):
    x, kappa = _arrays("vonmises.logpdf", x, kappa)
    inside = kappa * (jnp.cos(x) - 1) - jnp.log(2 * math.pi * lax.bessel_i0e(kappa))
    return jnp.where(kappa > 0, inside, jnp.nan)


@function("jax.scipy.stats.vonmises", name="pdf")
def vonmises_pdf(x, kappa):
    return lax.exp(vonmises_logpdf(x, kappa))


@function("jax.scipy.stats.gennorm", name="logpdf")
def gennorm_logpdf(x, beta):
    x, beta = _arrays("gennorm.logpdf", x, beta)
    return lax.log(0.5 * beta) - lax.lgamma(1 / beta) - lax.abs(x) ** beta


@function("jax.scipy.stats.gennorm", name="pdf")
def gennorm_pdf(x, beta):
    return lax.exp(gennorm_logpdf(x, beta))


@function("jax.scipy.stats.gennorm", name="cdf")
def gennorm_cdf(x, beta):
    x, beta = _arrays("gennorm.cdf", x, beta)
    return 0.5 * (1 + lax.sign(x) * lower_gamma(1 / beta, lax.abs(x) ** beta))
