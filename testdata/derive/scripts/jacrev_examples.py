import jax
import numpy as np
from jax import numpy as jnp
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((2, 4), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
prm = place({'a': w(16, 8), 'b': w(8, 4)}, {'a': P(), 'b': P()})
def forward(prm, x): return jax.nn.gelu(x @ prm['a']) @ prm['b']
def lossf(prm, x, y): return jnp.mean((forward(prm, x) - y) ** 2)
@jax.jit
def curvature(prm, X, Y):
    return jax.vmap(jax.jacrev(forward), (None, 0))(prm, X)
X, Y = place((w(16, 16), w(16, 4)), (P('data'), P('data')))
out = curvature(prm, X, Y)
