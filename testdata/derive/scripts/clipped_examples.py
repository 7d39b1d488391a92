import jax, optax
import numpy as np
from jax import numpy as jnp, random as jr
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
prm = place({'a': w(16, 32), 'c': w(32), 'b': w(32, 4)}, {'a': P(), 'c': P(), 'b': P('model')})
def example_loss(prm, x, y):
    z = jax.nn.softplus(x @ prm['a'] + prm['c']) @ prm['b']
    return -jax.nn.log_softmax(z)[y]
def clip(gr, C=1.0):
    n = optax.global_norm(gr)
    return jax.tree.map(lambda v: v * jnp.minimum(1., C / (n + 1e-6)), gr)
@jax.jit
def private_step(prm, xs, ys, key):
    per = jax.vmap(jax.grad(example_loss), in_axes=(None, 0, 0))(prm, xs, ys)
    per = jax.vmap(clip)(per)
    leaves, td = jax.tree.flatten(jax.tree.map(lambda v: v.sum(0), per))
    ks = jr.split(key, len(leaves))
    noisy = td.unflatten([v + 1.1 * jr.normal(k, v.shape) for k, v in zip(ks, leaves)])
    return jax.tree.map(lambda a, b: a - 0.1 * b / xs.shape[0], prm, noisy)
xs, ys = place((w(32, 16), g.randint(0, 4, (32,))), (P('data'), P('data')))
prm = private_step(prm, xs, ys, jr.key(5))
