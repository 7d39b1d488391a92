import jax
import jax.numpy as jnp
from jax import random as jr
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Auto,))


@jax.jit
def draws(key, p):
    a, b, c, d, e = jr.split(key, 5)
    g = jr.geometric(a, p)
    k = jr.binomial(b, 10.0, p)
    r = jr.rademacher(c, p.shape, jnp.float32)
    tri = jr.triangular(d, 0.0, 0.3, 1.0, p.shape)
    wald = jr.wald(e, 1.0, p.shape)
    return g.astype(jnp.float32) + k + r * tri + wald


p = jax.device_put(jnp.full((64,), 0.4), NamedSharding(mesh, P('data')))
s = draws(jr.key(2), p)
