import jax
import numpy as np
import jax.numpy as jnp
from jax import random
from jax.sharding import NamedSharding, PartitionSpec as P, AxisType
mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Explicit, AxisType.Auto))
jax.set_mesh(mesh)
rng = np.random.default_rng(0)
nrm = lambda *s: rng.standard_normal(s).astype(np.float32) * 0.05
w1 = jax.device_put(nrm(32, 64), NamedSharding(mesh, P(None, 'model')))
w2 = jax.device_put(nrm(64, 32), NamedSharding(mesh, P('model', None)))
x = jax.device_put(nrm(16, 32), P('data'))
@jax.jit
def step(w1, w2, x):
    def loss(ws):
        h = jnp.tanh(x @ ws[0])
        return jnp.mean((h @ ws[1] - x) ** 2)
    l, g = jax.value_and_grad(loss)((w1, w2))
    return w1 - g[0], w2 - g[1], l
w1, w2, l = step(w1, w2, x)
