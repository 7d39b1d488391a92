# shardctl: ignore-file[dim-indivisible, rank-mismatch] a lesson in mistakes
import jax, jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P
from part import place

mesh = jax.make_mesh((4,), ("x",))
a = jax.device_put(jnp.ones(7), NamedSharding(mesh, P("x")))
b = jax.device_put(jnp.ones(9), NamedSharding(mesh, P("x")))
c = place(mesh)
# shardctl: ignore-file[shape-mismatch, dim-indivisible, shap-mismatch]
# shardctl: ignore-fle[shape-mismatch]
