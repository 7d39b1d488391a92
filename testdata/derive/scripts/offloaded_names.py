import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

import numpy as np
mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ('dp', 'tp'))
jax.set_mesh(mesh)

from jax.ad_checkpoint import checkpoint_name
policy = jax.checkpoint_policies.save_and_offload_only_these_names(names_which_can_be_saved=['mid'], names_which_can_be_offloaded=['big'], offload_src='device', offload_dst='pinned_host')

def block(x, w):
    h = checkpoint_name(jax.nn.gelu(x @ w['a']), 'big')
    return checkpoint_name(x + h @ w['b'], 'mid')

w = {'a': jax.device_put(jnp.ones((3, 32, 64)), NamedSharding(mesh, P(None, None, 'tp'))), 'b': jax.device_put(jnp.ones((3, 64, 32)), NamedSharding(mesh, P(None, 'tp', None)))}
x = jax.device_put(jnp.ones((16, 32)), NamedSharding(mesh, P('dp')))

@jax.jit
def step(w, x):
    def loss(w):
        f = jax.checkpoint(block, policy=policy)
        h, _ = lax.scan(lambda h, w: (f(h, w), None), x, w)
        return h.sum()
    return jax.grad(loss)(w)

g = step(w, x)
