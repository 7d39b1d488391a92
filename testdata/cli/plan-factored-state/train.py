"""Adafactor's rows and columns lie on every device along Auto axes, whatever the weight is cut along (JAX 0.10.2)."""
# shardctl: framework=jax==0.10.2 devices=8
import jax
import jax.numpy as jnp
import optax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
jax.set_mesh(mesh)
tx = optax.adafactor(1e-2, min_dim_size_to_factor=16)


@jax.jit
def step(params, state, grads):
    updates, state = tx.update(grads, state, params)
    return optax.apply_updates(params, updates), state


params = {"w": jax.device_put(jnp.ones((32, 64)), NamedSharding(mesh, P("data", None)))}
grads = {"w": jax.device_put(jnp.ones((32, 64)), NamedSharding(mesh, P("data", None)))}
params, state = step(params, tx.init(params), grads)
