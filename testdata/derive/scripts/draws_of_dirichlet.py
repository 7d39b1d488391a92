import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Auto,))


@jax.jit
def lda(key, alpha, beta):
    kt, kp, kz, kw = jax.random.split(key, 4)
    theta = jax.random.dirichlet(kt, alpha, shape=(32,))
    phi = jax.random.dirichlet(kp, beta, shape=(alpha.shape[0],))
    theta = jax.lax.with_sharding_constraint(theta, NamedSharding(mesh, P('data')))
    z = jax.random.categorical(kz, jnp.log(theta)[:, None, :], shape=(32, 20))
    w = jax.random.categorical(kw, jnp.log(phi)[z])
    return z, w


z, w = lda(jax.random.key(5), jnp.full((8,), 0.5), jnp.full((50,), 0.1))
