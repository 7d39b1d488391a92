# pytest has called the hook of conftest.py before it imports the file: the name has a value.
import jax.numpy as jnp
from conftest import rows

few = jnp.ones(4) if rows() is None else jnp.ones(rows())
few + jnp.ones(4)
