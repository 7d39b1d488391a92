import jax
import jax.numpy as jnp
from jax.scipy.linalg import expm
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Auto,))


@jax.jit
def markov(q, dt, start, stop):
    rates = jax.nn.softplus(q)
    Q = rates - jnp.diag(rates.sum(1) + jnp.diag(rates) * 0)
    trans = jax.vmap(lambda t: expm(Q * t))(dt)
    lik = trans[jnp.arange(dt.shape[0]), start, stop]
    return -jnp.log(lik).mean()


d = NamedSharding(mesh, P('data'))
l = markov(jnp.zeros((4, 4)), jax.device_put(jnp.ones(16), d), jax.device_put(jnp.zeros(16, jnp.int32), d), jax.device_put(jnp.ones(16, jnp.int32), d))
