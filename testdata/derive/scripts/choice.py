import jax
import numpy as np
from jax import numpy as jnp, lax
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((2, 4), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
prm = place({'a': w(16, 16), 'b': w(16, 16)}, {'a': P(None, 'model'), 'b': P('model')})
@jax.jit
def step(prm, x, flag, k):
    def f(prm):
        h = lax.cond(k > 1, lambda z: jax.nn.relu(z @ prm['a']), lambda z: z, x)
        return jnp.mean((h - x) ** 2)
    l, gr = jax.value_and_grad(f)(prm)
    return jax.tree.map(lambda a, b: a - 0.1 * b, prm, gr), l
x, flag = place((w(32, 16), g.randint(0, 3, (32,))), (P('data'), P('data')))
prm, l = step(prm, x, flag, 1)
