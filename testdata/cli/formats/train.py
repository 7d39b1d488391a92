# shardctl: devices=8
import jax
import jax.numpy as jnp
from layers import place

mesh = jax.make_mesh((8,), ("data",))
with jax.set_mesh(mesh):
    x = place(jnp.ones((16, 4)))
    y = x.reshape(64) + place(jnp.ones(10))
