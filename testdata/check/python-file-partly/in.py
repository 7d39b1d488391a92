import jax.numpy as jnp
import distrax

x = jnp.ones((8, 4))
for step in range(3):
    x = x + distrax.global_norm(x)
y = jnp.sum(x) + jnp.ones(3) @ jnp.ones(4)
