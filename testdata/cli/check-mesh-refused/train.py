import jax, jax.numpy as jnp
from jax.sharding import PartitionSpec as P
jax.set_mesh(jax.make_mesh((3, 4), ("data", "model")))
w = jnp.zeros((12, 4), out_sharding=P("data"))
