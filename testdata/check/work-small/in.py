# shardctl: framework=jax==0.10.2 devices=4
import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(jax.devices(), ("batch",))


def loss(params, y):
    t = jnp.linspace(0.0, 1.0, y.shape[-1])
    return jnp.mean((params[0] + params[1] * t - y) ** 2)


ys = jax.device_put(jnp.ones((16, 100)), NamedSharding(mesh, P("batch")))
out = jax.jit(jax.vmap(loss, in_axes=(None, 0)))(jnp.ones(2), ys)
