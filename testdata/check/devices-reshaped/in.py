import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(4, 4), ("data", "model"))
x = jax.device_put(jnp.ones((32, 6)), NamedSharding(mesh, P("data", "model")))
