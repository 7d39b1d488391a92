import jax
import numpy as np
from jax import numpy as jnp, lax
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
prm = place({'a': w(4, 32), 'b': w(32, 1)}, {'a': P(None, 'model'), 'b': P()})
def task(prm, x, y): return jnp.mean((jnp.tanh(x @ prm['a']) @ prm['b'] - y) ** 2)
def adapt(prm, sup, qry):
    fast = prm
    fast, _ = lax.scan(lambda f, _: (jax.tree.map(lambda a, b: a - 0.1 * b, f, jax.grad(task)(f, *sup)), None), fast, None, length=2)
    return task(fast, *qry)
@jax.jit
def meta(prm, sup, qry):
    l, gr = jax.value_and_grad(lambda q: jnp.mean(jax.vmap(adapt, (None, 0, 0))(q, sup, qry)))(prm)
    return jax.tree.map(lambda a, b: a - 0.01 * b, prm, gr), l
mk = lambda: place((w(8, 10, 4), w(8, 10, 1)), (P('data'), P('data')))
prm, l = meta(prm, mk(), mk())
