"""Names that a file has not imported."""
import jax
from jax import numpy as jnp

mesh = jax.make_mesh((8,), ("data",))
x = jnp.ones((8, 4))
y = jax.device_put(x, NamedSharding(mesh, P("data")))
z = np.ones(3) + y
