import jax
import jax.numpy as jnp
from jax import random as jr
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Auto,))


@jax.jit
def noise(key, x):
    ks = jr.split(key, 6)
    t = jr.t(ks[0], 4.0, x.shape)
    w = jr.weibull_min(ks[1], 1.0, 1.5, x.shape)
    r = jr.rayleigh(ks[2], 2.0, x.shape)
    p = jr.pareto(ks[3], 3.0, x.shape)
    c = jr.chisquare(ks[4], 3.0, shape=x.shape)
    m = jr.maxwell(ks[5], x.shape)
    return x + t + w + r - p - c + m


x = jax.device_put(jnp.zeros((64, 8)), NamedSharding(mesh, P('data')))
y = noise(jr.key(1), x)
