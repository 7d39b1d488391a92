import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))
jax.set_mesh(mesh)
x = jax.device_put(jnp.zeros((32, 16)), P("data"))
