import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "")
os.environ["XLA_FLAGS"] += " --xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((jax.device_count() // 2, 2), ("data", "model"))
x = jax.device_put(jnp.ones((8, 4)), NamedSharding(mesh, P("data", "model")))
y = jax.device_put(jnp.ones((6, 4)), NamedSharding(mesh, P("data", "model")))
