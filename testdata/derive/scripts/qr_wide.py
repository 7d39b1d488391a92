import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

import numpy as np
mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ('data', 'model'))
jax.set_mesh(mesh)

x = jax.device_put(jnp.ones((32, 16)), NamedSharding(mesh, P('data')))
w = jax.device_put(jnp.ones((32, 16)), NamedSharding(mesh, P(None)))

@jax.jit
def step(w, x):
    def loss(w):
        a = x.T @ w + jnp.eye(16)
        return sum(t.sum() for t in jnp.linalg.qr(w.T))
    return jax.value_and_grad(loss)(w)

l, g = step(w, x)
