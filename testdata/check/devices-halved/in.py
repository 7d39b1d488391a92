import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

some = Mesh(np.array(jax.devices()[:4]).reshape(2, 2), ("data", "model"))
mesh = Mesh(np.array(jax.devices()).reshape(2, jax.device_count() // 2), ("data", "model"))
x = jax.device_put(jnp.ones((32, 6)), NamedSharding(mesh, P("data", "model")))
