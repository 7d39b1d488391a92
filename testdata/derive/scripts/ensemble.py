import jax, optax
import numpy as np
from jax import numpy as jnp
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
n = 4
prm = place({'a': w(n, 16, 32), 'b': w(n, 32, 4)}, {'a': P('model'), 'b': P('model')})
tx = optax.adam(1e-3)
st = jax.vmap(tx.init)(prm)
def one(prm, st, batch):
    x, y = batch
    def f(q): return jnp.mean((jax.nn.elu(x @ q['a']) @ q['b'] - y) ** 2)
    l, gr = jax.value_and_grad(f)(prm)
    up, st = tx.update(gr, st, prm)
    return optax.apply_updates(prm, up), st, l
step = jax.jit(jax.vmap(one, in_axes=(0, 0, None), spmd_axis_name='model'))
batch = place((w(32, 16), w(32, 4)), (P('data'), P('data')))
prm, st, l = step(prm, st, batch)
