# shardctl: framework=jax==0.10.2 devices=8
import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
flat = jax.make_mesh((8, 1), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


@jax.jit
def step(weights, batch):
    return batch @ weights


weights = jax.device_put(jnp.ones((64, 32)), NamedSharding(mesh, P("data", "model"))).astype(jnp.bfloat16)
batch = jax.device_put(jnp.ones((16, 64)), NamedSharding(mesh, P(None, "data"))).astype(jnp.bfloat16)
out = step(weights, batch)

weights_of_eight = jax.device_put(jnp.ones((64, 32)), NamedSharding(flat, P("data", "model"))).astype(jnp.bfloat16)
batch_of_eight = jax.device_put(jnp.ones((16, 64)), NamedSharding(flat, P(None, "data"))).astype(jnp.bfloat16)
out_of_eight = step(weights_of_eight, batch_of_eight)
