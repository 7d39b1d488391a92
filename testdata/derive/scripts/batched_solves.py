import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto, AxisType.Auto,))
jax.set_mesh(mesh)

a = jax.device_put(jnp.ones((8, 4, 4)) + jnp.eye(4), P('data'))
b = jax.device_put(jnp.ones((8, 4, 2)), P('data'))

@jax.jit
def step(a, b):
    return jax.grad(lambda a: (jnp.linalg.solve(a, b) ** 2).sum() + jnp.linalg.slogdet(a)[1].sum())(a)

g = step(a, b)
