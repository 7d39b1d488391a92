# An error that no number of devices keeps away is told, though nothing says how many there are.
import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(jax.devices(), ("data",))
jax.device_put(jnp.ones((64, 3)), NamedSharding(mesh, P("data", None, None)))
