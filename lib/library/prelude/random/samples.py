"""Distributions whose samples combine what is drawn with parameters. JAX: random/core.py."""
from prelude.random.drawing import (
    as_arrays, cauchy_numbers, check_mode, common_shape, exponential_numbers, gumbel_numbers,
    laplace_numbers, logistic_numbers, normal_numbers, numbers, require_float, require_inexact,
    require_integer, sampler_sharding, take, uniform_between)
from prelude.random.gamma import (
    beta_numbers, chi_squares, f_numbers, log_gamma, plain_gamma, t_numbers)
from prelude.random.rejections import (
    binomial_numbers, geometric_numbers, poisson_numbers, triangular_numbers, wald_numbers)


def _first(drawn):
    return drawn


def _vary_alike(name, key, parameters):
    """Parameters that vary as the key does; one that varies more is an error. JAX: random_insert_pvary."""
    along = varying_axes(key)
    if release < (0, 7, 1):
        if is_compiled() and any([varying_axes(x) for x in parameters]):
            unknown("samples of parameters that vary along Manual axes, in this release")
        return parameters
    cast = "pcast(..., to='varying')" if release >= (0, 8, 2) else "pvary(...)"
    for x in parameters:
        if any([axis not in along for axis in varying_axes(x)]):
            raise TypeError(f"{name} requires all arguments to have matching type. Got key type: {jax.typeof(key)} vs "
                            f"arg type: {jax.typeof(x)}. Use jax.lax.{cast} to make them match. If "
                            "your key is less varying than arg, watch out for key-reuse problems.")
    return [collective("pvary", x, along, 1) if along else x for x in parameters]


def _sample(name, key, parameters, shape, dtype, sharding, combine=_first, require=require_float,
            scalars=True, gamma=False, known=True, method="exact", draw=numbers, steps=None):
    """
    What `combine` makes of numbers that `draw` draws and of the parameters. gamma: they have the sharding of the
    first of them; known: what becomes of sharded ones is; scalars: see sampler_sharding; steps: makes the
    numbers of the key, the shape, the dtype and the parameters, where a plan is made of them.
    """
    if method not in ("exact", "approximate"):
        raise ValueError(f"method argument to `{name}` must be one of {{'exact', 'approximate'}}, got "
                         f"{method}")
    key = prng_key(name, key)
    parameters = as_arrays(name, parameters)
    if checks_varying() and (gamma or name == "beta"):
        parameters = _vary_alike("jax.random.beta" if name == "beta" else "gamma", key, parameters)
    dtype = canonical_dtype(dtype, int if require is require_integer else float)
    require(name, dtype)
    shape = None if shape is None else sample_shape(shape)
    asked = () if name == "gamma" and shape is None and release >= (0, 10, 1) else None
    canonical_sharding(sharding, name)
    shape = common_shape(name, shape, [x.shape for x in parameters])
    if not known and sharding is None and not all([is_replicated(x) for x in parameters]):
        unknown(f"jax.random.{name} with sharded parameters is not known")
    if name == "f" and any([x.ndim != len(shape) for x in parameters]):
        unknown("jax.random.f of parameters of other shapes")

    followed = steps is not None and is_recorded() and all([is_replicated(x) for x in parameters])

    def make(key, *parameters):
        if followed:
            return steps(key, shape, dtype, *parameters)
        parameters = [x.astype(dtype) for x in parameters]
        if gamma:
            return jnp.broadcast_to(parameters[0], shape)
        return combine(draw(key, shape, dtype), *parameters).astype(dtype)

    if scalars:
        sharding = sampler_sharding(sharding, shape if asked is None else asked)
    drawn = take(make, sharding, key, *parameters)
    if followed or not shape or not (gamma or not known):
        return drawn
    return opaque(drawn, f"jax.random.{name}")


@function("jax.random", until="0.6.0", without="out_sharding", jitted="within")
@function("jax.random", since="0.6.0", jitted="within")
def normal(key, shape=(), dtype=None, *, out_sharding=None):
    return _sample("normal", key, [], shape, dtype, out_sharding, require=require_inexact,
                   draw=normal_numbers)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def exponential(key, shape=(), dtype=None, *, out_sharding=None):
    return _sample("exponential", key, [], shape, dtype, out_sharding, draw=exponential_numbers)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def laplace(key, shape=(), dtype=None, *, out_sharding=None):
    return _sample("laplace", key, [], shape, dtype, out_sharding, draw=laplace_numbers)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def cauchy(key, shape=(), dtype=None, *, out_sharding=None):
    return _sample("cauchy", key, [], shape, dtype, out_sharding, draw=cauchy_numbers)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def logistic(key, shape=(), dtype=None, *, out_sharding=None):
    return _sample("logistic", key, [], shape, dtype, out_sharding, draw=logistic_numbers)


def _maxwell_numbers(key, shape, dtype):
    """The lengths of vectors of three normal numbers (_maxwell)."""
    return jnp.linalg.norm(normal_numbers(key, tuple(shape) + (3,), dtype), axis=-1)


@function("jax.random", until="0.10.2", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.2", jitted="within")
def maxwell(key, shape=(), dtype=None, *, out_sharding=None):
    return _sample("maxwell", key, [], shape, dtype, out_sharding, draw=_maxwell_numbers)


def _signs(key, shape, dtype):
    """Coins as 1 and -1 (_rademacher)."""
    drawn = constant(jnp.dtype(jnp.float32))
    return 2 * (uniform_between(key, shape, drawn.dtype, 0.0, 1.0) < drawn).astype(dtype) - 1


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def rademacher(key, shape=(), dtype=None, *, out_sharding=None):
    dtype = canonical_dtype(dtype, int)
    drawn = _sample("rademacher", key, [], shape, int, out_sharding, require=require_integer,
                    draw=_signs)
    return drawn.astype(dtype)


@function("jax.random", until="0.5.3", without=("mode", "out_sharding"), jitted="within")
@function("jax.random", since="0.5.3", until="0.7.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.7.1", jitted="within")
def gumbel(key, shape=(), dtype=None, mode=None, *, out_sharding=None):
    result = _sample("gumbel", key, [], shape, dtype, out_sharding,
                     draw=lambda key, shape, dtype: gumbel_numbers(key, shape, dtype, mode))
    check_mode(mode)
    return result


@function("jax.random", until="0.10.1", without=("out_sharding", "method"), jitted="within")
@function("jax.random", since="0.10.1", until="0.11.1", without="method", jitted="within")
@function("jax.random", since="0.11.1", jitted="within")
def gamma(key, a, shape=None, dtype=None, *, out_sharding=None, method="exact"):
    return _sample("gamma", key, [a], shape, dtype, out_sharding, gamma=True, method=method,
                   steps=plain_gamma)


@function("jax.random", until="0.10.1", without=("out_sharding", "method"), jitted="within")
@function("jax.random", since="0.10.1", until="0.11.1", without="method", jitted="within")
@function("jax.random", since="0.11.1", jitted="within")
def loggamma(key, a, shape=None, dtype=None, *, out_sharding=None, method="exact"):
    return _sample("loggamma", key, [a], shape, dtype, out_sharding, gamma=True, scalars=False,
                   method=method, steps=log_gamma)


@function("jax.random", until="0.10.1", without=("out_sharding", "method"), jitted="within")
@function("jax.random", since="0.10.1", until="0.11.1", without="method", jitted="within")
@function("jax.random", since="0.11.1", jitted="within")
def chisquare(key, df, shape=None, dtype=None, *, out_sharding=None, method="exact"):
    return _sample("chisquare", key, [df], shape, dtype, out_sharding, gamma=True, method=method,
                   steps=chi_squares)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def pareto(key, b, shape=None, dtype=None, *, out_sharding=None):
    return _sample("pareto", key, [b], shape, dtype, out_sharding, lambda u, b: lax.exp(u / b),
                   draw=exponential_numbers)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def rayleigh(key, scale, shape=None, dtype=None, *, out_sharding=None):
    return _sample("rayleigh", key, [scale], shape, dtype, out_sharding,
                   lambda u, b: b * lax.sqrt(lax.log(u) * -2))


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def lognormal(key, sigma=1.0, shape=None, dtype=None, *, out_sharding=None):
    return _sample("lognormal", key, [sigma], shape, dtype, out_sharding, lambda u, b: lax.exp(u * b),
                   require_inexact, scalars=False, draw=normal_numbers)


def _mixed(u, *parameters):
    for x in parameters:
        u = u * x
    return u


def _by_steps(name, key, parameters, shape, dtype, sharding, steps, require=require_float,
              method="exact"):
    """A sample by steps that only a plan follows."""
    return _sample(name, key, parameters, shape, dtype, sharding, _mixed, require, known=False,
                   method=method, steps=steps)


@function("jax.random", until="0.10.1", without=("out_sharding", "method"), jitted="within")
@function("jax.random", since="0.10.1", until="0.11.1", without="method", jitted="within")
@function("jax.random", since="0.11.1", jitted="within")
def poisson(key, lam, shape=None, dtype=None, *, out_sharding=None, method="exact"):
    if jax.random.key_data(key).shape[-1:] != (2,):
        unknown("poisson of another implementation of random numbers")
    return _by_steps("poisson", key, [lam], shape, dtype, out_sharding, poisson_numbers, require_integer, method)


@function("jax.random", until="0.10.2", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.2", jitted="within")
def geometric(key, p, shape=None, dtype=None, *, out_sharding=None):
    return _by_steps("geometric", key, [p], shape, dtype, out_sharding, geometric_numbers, require_integer)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def wald(key, mean, shape=None, dtype=None, *, out_sharding=None):
    return _by_steps("wald", key, [mean], shape, dtype, out_sharding, wald_numbers)


@function("jax.random", name="t", until="0.10.1", jitted="within")
def old_t(key, df, shape=(), dtype=None):
    return _by_steps("t", key, [df], shape, dtype, None, t_numbers)


@function("jax.random", since="0.10.1", jitted="within")
def t(key, df, shape=None, dtype=None, *, out_sharding=None):
    return _by_steps("t", key, [df], shape, dtype, out_sharding, t_numbers)


@function("jax.random", until="0.10.1", without=("out_sharding", "method"), jitted="within")
@function("jax.random", since="0.10.1", until="0.11.1", without="method", jitted="within")
@function("jax.random", since="0.11.1", jitted="within")
def beta(key, a, b, shape=None, dtype=None, *, out_sharding=None, method="exact"):
    return _by_steps("beta", key, [a, b], shape, dtype, out_sharding, beta_numbers, method=method)


@function("jax.random", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def f(key, dfnum, dfden, shape=None, dtype=None, *, out_sharding=None):
    return _by_steps("f", key, [dfnum, dfden], shape, dtype, out_sharding, f_numbers)


@function("jax.random", until="0.10.2", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.2", jitted="within")
def triangular(key, left, mode, right, shape=None, dtype=None, *, out_sharding=None):
    return _by_steps("triangular", key, [left, mode, right], shape, dtype, out_sharding, triangular_numbers)


@function("jax.random", jitted="within")
def binomial(key, n, p, shape=None, dtype=None):
    return _by_steps("binomial", key, [n, p], shape, dtype, None, binomial_numbers)


@function("jax.lax", until="0.6", without="out_sharding")
@function("jax.lax", since="0.6")
def rng_bit_generator(key, shape, dtype=None, algorithm=None, *, out_sharding=None):
    if key.shape != (4,) or key.dtype != jnp.uint32:
        unknown("bits of such a key are not known")
    dtype = jnp.uint32 if dtype is None else dtype
    if not jnp.issubdtype(dtype, jnp.unsignedinteger):
        unknown("bits of this dtype are not known")
    canonical_sharding(out_sharding, "rng_bit_generator")
    bits = lax.broadcast(constant(dtype), shape)
    return jnp.asarray(key), bits if out_sharding is None else jax.sharding.reshard(bits, out_sharding)
