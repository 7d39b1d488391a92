# shardctl: framework=jax==0.10.2 devices=4
"""Curves fitted one by one: sharding the batch does not map a function over it."""
import equinox as eqx
import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4,), ("data",), axis_types=(jax.sharding.AxisType.Auto,))


def loss(params, y):
    t = jnp.linspace(0.0, 1.0, y.shape[-1])
    return jnp.mean((params[0] + params[1] * t - y) ** 2)


params = jnp.ones(2)
ys = jax.device_put(jnp.ones((16, 100)), NamedSharding(mesh, P("data")))
one = eqx.filter_jit(loss)(params, ys)
many = eqx.filter_jit(eqx.filter_vmap(loss, in_axes=(None, 0)))(params, ys)
mean = jnp.mean(many)
