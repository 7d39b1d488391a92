# The status that a script ends with need not be known.
import os
import sys

import jax.numpy as jnp

x = jnp.ones((4, 8)) + 1
sys.exit(0 if os.listdir(".") else 1)
