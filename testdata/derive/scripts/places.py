import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
jax.set_mesh(mesh)
scores = jax.device_put(jnp.ones((16, 32)), NamedSharding(mesh, P("data", "model")))
lengths = jax.device_put(jnp.ones((16,)), NamedSharding(mesh, P("data")))


@jax.jit
def highest(scores, lengths):
    rows, columns = jnp.nonzero(scores > 0.5, size=8, fill_value=-1)
    long, = jnp.where(lengths > 3, size=4)
    return rows, columns, scores[long]


@jax.jit
def listed(scores):
    flat = jnp.flatnonzero(scores, size=8)
    return flat, jnp.argwhere(scores > 0, size=4)


highest(scores, lengths)
listed(scores)
