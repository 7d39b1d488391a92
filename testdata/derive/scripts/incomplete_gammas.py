"""Incomplete gamma functions and derivatives of what is made of gamma, and what draws change by with alpha."""
import jax
import jax.numpy as jnp
from jax.scipy.special import digamma, gammainc, gammaincc, gammaln, polygamma, zeta
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
waits = jax.device_put(jnp.ones((64,)), NamedSharding(mesh, P("data")))
shapes = jax.device_put(jnp.ones((16,)), NamedSharding(mesh, P()))


@jax.jit
def tails(waits):
    return gammaincc(2.5, waits).mean(), gammainc(waits, waits + 1)


@jax.jit
def densities(waits):
    return jax.grad(lambda x: gammainc(2.5, x).sum())(waits)


@jax.jit
def by_both(waits):
    return jax.grad(lambda a, x: gammaincc(a, x).sum(), (0, 1))(waits, waits + 1)


@jax.jit
def information(waits):
    slopes = jax.grad(lambda x: digamma(x).sum())(waits)
    curves = jax.grad(lambda x: (polygamma(1, x) + gammaln(x)).sum())(waits)
    return slopes.sum(), curves, zeta(waits + 1, waits).sum()


@jax.jit
def pathwise(key, shapes):
    return jax.grad(lambda a: (jax.random.gamma(key, a) + jax.random.loggamma(key, a)).sum())(shapes)


tails(waits)
densities(waits)
by_both(waits)
information(waits)
pathwise(jax.random.key(0), shapes)
