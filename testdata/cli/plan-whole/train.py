import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Explicit,) * 2)
jax.set_mesh(mesh)
keys = iter(jax.random.split(jax.random.key(0), 2))
w = jax.random.normal(next(keys), (64, 32)) * 0.02
scale = jnp.sqrt(jnp.mean(w[0] ** 2))
x = jax.device_put(jnp.ones((8, 64)), NamedSharding(mesh, P("data", None)))


@jax.jit
def forward(w, x):
    return x @ w


y = forward(w, x)
total = jnp.sum(y, axis=0)
