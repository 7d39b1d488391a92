import jax

n = jax.device_count()
mesh = jax.make_mesh((n,), ("data",))
