import jax, jax.numpy as jnp
x = jnp.ones(jax.device_count()) + jnp.ones(3)
