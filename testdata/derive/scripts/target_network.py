import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

import numpy as np
mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ('data', 'model'))
jax.set_mesh(mesh)

from typing import NamedTuple
class Net(NamedTuple):
    a: jax.Array
    b: jax.Array
    c: jax.Array

def q(net, s):
    return jax.nn.relu(jax.nn.relu(s @ net.a) @ net.b) @ net.c

def td(online, target, s, a, r, s2, done):
    best = jnp.argmax(q(online, s2), axis=-1)
    nxt = jnp.take_along_axis(q(target, s2), best[:, None], axis=1)[:, 0]
    goal = lax.stop_gradient(r + 0.99 * (1.0 - done) * nxt)
    chosen = q(online, s)[jnp.arange(s.shape[0]), a]
    err = chosen - goal
    return jnp.mean(jnp.where(jnp.abs(err) <= 1.0, 0.5 * err ** 2, jnp.abs(err) - 0.5))

net = jax.device_put(Net(jnp.ones((8, 32)), jnp.ones((32, 32)), jnp.ones((32, 4))), NamedSharding(mesh, P()))
batch = jax.device_put((jnp.ones((64, 8)), jnp.zeros((64,), jnp.int32), jnp.ones((64,)), jnp.ones((64, 8)), jnp.zeros((64,))), NamedSharding(mesh, P('data')))

@jax.jit
def train(online, target, batch, count):
    loss, g = jax.value_and_grad(td)(online, target, *batch)
    online = jax.tree.map(lambda p, g: p - 1e-3 * g, online, g)
    target = lax.cond(count % 100 == 0, lambda: online, lambda: target)
    return online, target, loss

online, target, loss = train(net, net, batch, 0)
