# What would have been assigned behind an error inside of a context is not missing.
import jax
import jax.numpy as jnp

with jax.default_matmul_precision("highest"), jax.named_scope("step"):
    y = jnp.ones((4, 2)) @ jnp.ones((3, 3))
    z = y + 1
print(y, z)
