import os

import jax
import jax.numpy as jnp

x = jnp.ones(8)
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
mesh = jax.sharding.Mesh(jax.devices(), ("data",))
jax.config.update("jax_num_cpu_devices", 8)
