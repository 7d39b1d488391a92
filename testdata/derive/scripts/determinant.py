import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 2, 2), ('replica', 'fsdp', 'tensor'), axis_types=(AxisType.Auto, AxisType.Auto, AxisType.Auto,))
jax.set_mesh(mesh)

x = jax.device_put(jnp.ones((32, 16)), P(('replica', 'fsdp')))
w = jax.device_put(jnp.ones((32, 16)), P(None))

@jax.jit
def step(w, x):
    def loss(w):
        a = x.T @ w + jnp.eye(16)
        return jnp.linalg.slogdet(a)[1]
    return jax.value_and_grad(loss)(w)

l, g = step(w, x)
