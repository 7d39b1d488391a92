"""
Distributions whose samples have dimensions of their own, or parameters that no shape is checked
against. What they do to sharded parameters is not known. JAX: random/core.py.
"""
from prelude.random.drawing import (
    as_arrays, common_shape, exponential_numbers, normal_numbers, numbers, require_float, require_inexact,
    sampler_sharding, take, uniform_between)
from prelude.random.gamma import log_gamma, plain_gamma


def _read(name, key, parameters, shape, dtype):
    """The key, the parameters, the shape and the dtype."""
    key = prng_key(name, key)
    parameters = as_arrays(name, parameters)
    if not all([is_replicated(x) for x in parameters]):
        unknown(f"jax.random.{name} with sharded parameters is not known")
    dtype = canonical_dtype(dtype, float)
    return key, parameters, None if shape is None else sample_shape(shape), dtype


def _size(x):
    """A size that must be known."""
    return concrete_int(x) if is_array(x) else static_int(x)


def _made(key, shape, dtype, sharding, steps, *parameters):
    """Numbers of these types; where a plan is made of them, what the steps make of the key and the parameters."""
    if is_recorded():
        return take(lambda key, *parameters: steps(key, *parameters).astype(dtype), sharding, key, *parameters)
    return take(lambda key: numbers(key, shape, dtype), sharding, key)


def _require_numbers(parameters, dtype, text):
    """Gives up on parameters that are no scalars with which samples keep their dtype."""
    for x in parameters:
        if x.ndim or not (x.weak_type or x.dtype == dtype):
            unknown(text)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def dirichlet(key, alpha, shape=None, dtype=None, *, out_sharding=None):
    key, parameters, shape, dtype = _read("dirichlet", key, [alpha], shape, dtype)
    canonical_sharding(out_sharding, "dirichlet")
    require_float("dirichlet", dtype)
    alpha = parameters[0]
    if alpha.ndim == 0:
        refuse(ValueError, "dirichlet requires alpha.ndim >= 1, got alpha.ndim == 0",
               rule="shape-mismatch")
    shape = common_shape("dirichlet", shape, [alpha.shape[:-1]])
    whole = shape + alpha.shape[-1:]
    return _made(key, whole, dtype, out_sharding,
                 lambda key, alpha: jax.nn.softmax(log_gamma(key, whole, dtype, alpha), -1), alpha)


def _check_normal(mean, cov):
    if mean.ndim == 0:
        refuse(ValueError, "multivariate_normal requires mean.ndim >= 1, got mean.ndim == 0",
               rule="shape-mismatch")
    if cov.ndim < 2:
        refuse(ValueError, "multivariate_normal requires cov.ndim >= 2, got cov.ndim == "
               f"{cov.ndim}", rule="shape-mismatch")
    size = mean.shape[-1]
    if cov.shape[-2:] != (size, size):
        refuse(ValueError, f"multivariate_normal requires cov.shape == (..., n, n) for n={size}, but "
               f"got cov.shape == {cov.shape}.", rule="shape-mismatch")


def _factor(cov, method):
    """A factor of the covariance, by which independent numbers are multiplied."""
    if method == "cholesky":
        return jnp.linalg.cholesky(cov)
    if method == "svd":
        vectors, values, _ = jnp.linalg.svd(cov)
    else:
        values, vectors = jnp.linalg.eigh(cov)
    return vectors * jnp.sqrt(values[..., None, :])


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def multivariate_normal(key, mean, cov, shape=None, dtype=None, method="cholesky", *,
                        out_sharding=None):
    given = shape is not None
    key, parameters, shape, drawn = _read("multivariate_normal", key, [mean, cov], shape, dtype)
    canonical_sharding(out_sharding, "multivariate_normal")
    mean, cov = promote_dtypes_inexact(*parameters)
    if method not in ("cholesky", "svd", "eigh"):
        raise ValueError("method must be one of {'svd', 'eigh', 'cholesky'}")
    drawn = mean.dtype if dtype is None else drawn
    require_float("multivariate_normal", drawn)
    _check_normal(mean, cov)
    shape = common_shape("normal" if given else "", shape, [mean.shape[:-1], cov.shape[:-2]])
    if drawn != mean.dtype:
        unknown("multivariate_normal with another dtype is not known")
    whole = shape + mean.shape[-1:]

    def steps(key, mean, cov):
        samples = normal_numbers(key, whole, drawn)
        return mean + jnp.einsum("...ij,...j->...i", _factor(cov, method), samples)

    return _made(key, whole, drawn, out_sharding, steps, mean, cov)


@function("jax.random", until="0.5.3", without=("m", "out_sharding"), jitted="within")
@function("jax.random", since="0.5.3", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def orthogonal(key, n, shape=(), dtype=None, m=None, *, out_sharding=None):
    key, _, shape, dtype = _read("orthogonal", key, [], shape, dtype)
    canonical_sharding(out_sharding, "orthogonal")
    n = _size(n)
    m = n if m is None else _size(m)
    require_inexact("normal", dtype)
    if n < 0 or m < 0 or not jnp.issubdtype(dtype, jnp.floating):
        unknown("such an orthogonal matrix is not known")
    shape = shape or ()

    def steps(key):
        q, r = jnp.linalg.qr(normal_numbers(key, shape + (max(n, m), min(n, m)), dtype))
        x = q * jnp.expand_dims(jnp.sign(jnp.linalg.diagonal(r)), -2)
        return x.mT if n < m else x

    return _made(key, shape + (n, m), dtype, out_sharding, steps)


def _of_power(key, p, shape, dtype):
    """A power of a number of the gamma distribution, with a sign (_generalized_normal)."""
    keys = jax.random.split(key)
    drawn = plain_gamma(keys[0], shape, dtype, 1 / p)
    return jax.random.rademacher(keys[1], shape, dtype) * drawn ** (1 / p)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def ball(key, d, p=2, shape=(), dtype=None, *, out_sharding=None):
    key, parameters, shape, dtype = _read("ball", key, [p], shape, dtype)
    canonical_sharding(out_sharding, "ball")
    d = _size(d)
    require_float("gamma", dtype)
    if d < 0:
        unknown("such a ball is not known")
    _require_numbers(parameters, dtype, "such a ball is not known")
    shape = shape or ()

    def steps(key, p):
        keys = jax.random.split(key)
        drawn = _of_power(keys[0], p, shape + (d,), dtype)
        rest = exponential_numbers(keys[1], shape, dtype)
        return drawn / (((jnp.abs(drawn) ** p).sum(-1) + rest) ** (1 / p))[..., None]

    return _made(key, shape + (d,), dtype, out_sharding, steps, *parameters)


@function("jax.random", until="0.10.2", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.2", jitted="within")
def generalized_normal(key, p, shape=(), dtype=None, *, out_sharding=None):
    key, parameters, shape, dtype = _read("generalized_normal", key, [p], shape, dtype)
    canonical_sharding(out_sharding, "generalized_normal")
    require_float("gamma", dtype)
    _require_numbers(parameters, dtype, "such powers are not known")
    shape = shape or ()
    return _made(key, shape, dtype, sampler_sharding(out_sharding, shape),
                 lambda key, p: _of_power(key, p, shape, dtype), *parameters)


def _two_scalars(name, key, parameters, shape, dtype, steps):
    """steps: of the key, the parameters, the shape and the dtype."""
    key, parameters, shape, dtype = _read(name, key, parameters, shape, dtype)
    require_float(name, dtype)
    _require_numbers(parameters, dtype, "such parameters are not known")
    shape = shape or ()
    return _made(key, shape, dtype, None, lambda key, x, y: steps(key, x, y, shape, dtype), *parameters)


def _weibull_steps(key, scale, concentration, shape, dtype):
    u = uniform_between(key, shape, dtype, 0.0, 1.0)
    return jnp.power(-jnp.log1p(-u), 1.0 / concentration) * scale


@function("jax.random", jitted="within")
def weibull_min(key, scale, concentration, shape=(), dtype=None):
    return _two_scalars("weibull_min", key, [scale, concentration], shape, dtype, _weibull_steps)


def _maxwell_steps(key, loc, scale, shape, dtype):
    keys = jax.random.split(key)
    drawn = jax.random.maxwell(keys[0], shape, dtype)
    return jax.random.rademacher(keys[1], shape, dtype) * drawn * scale + loc


@function("jax.random", jitted="within")
def double_sided_maxwell(key, loc, scale, shape=(), dtype=None):
    return _two_scalars("double_sided_maxwell", key, [loc, scale], shape, dtype, _maxwell_steps)


@function("jax.random", since="0.5.3")
def multinomial(key, n, p, *, shape=None, dtype=None, unroll=1):
    key = prng_key("multinomial", key)
    n, p = promote_dtypes_inexact(*require_arrays("multinomial", n, p))
    if shape is not None and release >= (0, 11):
        shape = common_shape("multinomial", sample_shape(shape), [n.shape, p.shape[:-1]]) + p.shape[-1:]
    if not is_replicated(n) or not is_replicated(p) or p.ndim == 0:
        unknown("jax.random.multinomial of such parameters is not known")
    shape = p.shape if shape is None else shape
    n, p = jnp.broadcast_to(n, shape[:-1]), jnp.broadcast_to(p, shape)
    p = jnp.moveaxis(p, -1, 0)
    rest = lax.cumsum(p, 0, reverse=True)
    ratios = p / jnp.where(rest == 0, 1, rest)

    def draw(rest, step):
        ratio, key = step
        count = jax.random.binomial(key, rest, ratio.clip(0, 1), dtype=rest.dtype)
        return rest - count, count

    keys = jax.random.split(key, ratios.shape[0])
    _, counts = lax.scan(draw, n, (ratios, keys), unroll=unroll)
    return jnp.moveaxis(counts, 0, -1).astype(float if dtype is None else dtype)
