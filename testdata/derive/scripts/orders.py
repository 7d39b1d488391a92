import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
jax.set_mesh(mesh)
scores = jax.device_put(jnp.ones((16, 32)), NamedSharding(mesh, P("data", "model")))
times = jax.device_put(jnp.ones((16,)), NamedSharding(mesh, P("data")))
counts = jax.device_put(jnp.ones((16,), int), NamedSharding(mesh, P("data")))


@jax.jit
def ordered(times, counts):
    return jnp.lexsort((times, counts))


@jax.jit
def spread(scores, counts):
    return jnp.repeat(scores, counts, axis=0, total_repeat_length=24)


@jax.jit
def chosen(scores):
    return jnp.argpartition(scores, 3, axis=1)


ordered(times, counts)
spread(scores, counts)
chosen(scores)
