import sys

import jax
import jax.numpy as jnp

x = jnp.ones(8)
if jax.device_count() < 16:
    sys.exit("16 devices are needed")
y = x + jnp.ones(8)
