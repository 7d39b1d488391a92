import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

import numpy as np
mesh = Mesh(np.array(jax.devices()), ('fsdp',))
jax.set_mesh(mesh)

import optax
@jax.jit
def loss(w, x, lp, labels, lpad):
    def f(w):
        return optax.ctc_loss(x @ w, lp, labels, lpad).mean()
    return jax.value_and_grad(f)(w)

w = jax.device_put(jnp.ones((8, 16)), NamedSharding(mesh, P(None)))
x = jax.device_put(jnp.ones((8, 12, 8)), NamedSharding(mesh, P('fsdp')))
lp = jax.device_put(jnp.zeros((8, 12)), NamedSharding(mesh, P('fsdp')))
labels = jax.device_put(jnp.ones((8, 4), jnp.int32), NamedSharding(mesh, P('fsdp')))
lpad = jax.device_put(jnp.zeros((8, 4)), NamedSharding(mesh, P('fsdp')))
l, g = loss(w, x, lp, labels, lpad)
