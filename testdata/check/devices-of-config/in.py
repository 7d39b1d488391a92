import os

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=4")

import jax

jax.config.update("jax_num_cpu_devices", 8)
mesh = jax.make_mesh((4, 4), ("data", "model"))
