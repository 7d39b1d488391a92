import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Auto,))


@jax.jit
def simulate(key, shape, scale, exposure):
    kg, kp = jax.random.split(key)
    rate = jax.random.gamma(kg, shape) * scale
    claims = jax.random.poisson(kp, rate * exposure)
    return rate, claims, claims.mean()


d = NamedSharding(mesh, P('data'))
a = jax.device_put(jnp.full((128,), 2.5), d)
rate, claims, m = simulate(jax.random.key(0), a, a, a)
