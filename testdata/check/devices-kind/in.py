import jax
import jax.numpy as jnp

if jax.default_backend() != "gpu":
    raise RuntimeError(f"a GPU is needed, not a {jax.default_backend()}")
x = jnp.ones((8, 6)) @ jnp.ones((6, 4))
