import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


def step(weights, batch, times):
    for _ in range(times):
        weights = weights + batch.sum()
    return weights


weights = jax.ShapeDtypeStruct((32, 64), jnp.float32, sharding=NamedSharding(mesh, P("data", "model")))
batch = jax.ShapeDtypeStruct((16, 32), jnp.float32, sharding=NamedSharding(mesh, P("data")))
compiled = jax.jit(step, donate_argnums=0, static_argnums=2).lower(weights, batch, 3).compile()
