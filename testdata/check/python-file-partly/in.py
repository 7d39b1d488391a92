import jax.numpy as jnp
import optax

x = jnp.ones((8, 4))
for step in range(3):
    x = x + optax.global_norm(x)
y = jnp.sum(x) + jnp.ones(3) @ jnp.ones(4)
