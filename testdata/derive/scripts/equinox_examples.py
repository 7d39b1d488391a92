import jax, optax
import numpy as np
from jax import numpy as jnp, random as jr
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
import equinox as eqx
mesh = jax.make_mesh((2, 4), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
g = np.random.RandomState(7)
net = eqx.nn.MLP(8, 4, 32, 2, activation=jnp.tanh, key=jr.key(0))
arrays, static = eqx.partition(net, eqx.is_array)
arrays = jax.device_put(arrays, NS(mesh, P()))
def single(arrays, x, y):
    pred = eqx.combine(arrays, static)(x)
    return jnp.sum((pred - y) ** 2)
@jax.jit
def grads(arrays, xs, ys):
    per = jax.vmap(jax.jacrev(single), in_axes=(None, 0, 0))(arrays, xs, ys)
    norms = jax.vmap(optax.global_norm)(per)
    scale = jnp.minimum(1., 1. / norms)
    return jax.tree.map(lambda v: jnp.einsum('b,b...->...', scale, v) / xs.shape[0], per), norms
xs = jax.device_put(g.randn(32, 8).astype('f'), NS(mesh, P('data')))
ys = jax.device_put(g.randn(32, 4).astype('f'), NS(mesh, P('data')))
gr, norms = grads(arrays, xs, ys)
