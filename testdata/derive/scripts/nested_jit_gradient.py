import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('x', 'y'), axis_types=(jax.sharding.AxisType.Auto,) * 2)
s = lambda *a: NamedSharding(mesh, P(*a))
@functools.partial(jax.jit, in_shardings=(s(None, 'y'), s('x', None)), out_shardings=s('x', 'y'))
def layer(w, x):
    return jnp.tanh(x @ w)
@jax.jit
def step(w, x):
    def loss(w):
        h = layer(w, x)
        return jnp.sum(layer(w, h) ** 2)
    return jax.value_and_grad(loss)(w)
w = np.ones((32, 32), np.float32); x = np.ones((64, 32), np.float32)
l, g = step(w, x)
