import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto, AxisType.Auto,))
jax.set_mesh(mesh)

x = jax.device_put(jnp.ones((16, 9)), P('data'))

@jax.jit
def step(x):
    def loss(x):
        a = jnp.cumprod(x, axis=1)
        b = lax.cummax(x, axis=1)
        c = lax.cummin(x * 2, axis=1, reverse=True)
        return jnp.sum(a * b + c)
    return jax.grad(loss)(x)

g = step(x)
