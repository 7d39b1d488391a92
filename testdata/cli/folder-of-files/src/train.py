import jax.numpy as jnp

from pkg.more import width

x = jnp.ones(3) + jnp.ones(width)
