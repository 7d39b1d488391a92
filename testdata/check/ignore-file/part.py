# shardctl: ignore-file[shape-mismatch, axis-unused]
import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

def place(mesh):
    x = jnp.ones(3) + jnp.ones(4)
    y = jnp.ones(3)  # shardctl: ignore[axis-unused] nothing here
    return jax.device_put(jnp.ones(7), NamedSharding(mesh, P("x")))
