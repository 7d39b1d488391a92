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
import jax.scipy.linalg
prm = place({'a': w(16, 32), 'b': w(32, 8)}, {'a': P(), 'b': P('model', 'data')})
def forward(prm, x): return jax.nn.silu(x @ prm['a']) @ prm['b']
def lossf(prm, x, y): return jnp.mean((forward(prm, x) - y) ** 2)
def inv_root(m):
    l = jnp.linalg.cholesky(m + 1e-3 * jnp.eye(m.shape[0]))
    return jax.scipy.linalg.solve_triangular(l, jnp.eye(m.shape[0]), lower=True)
def precondition(gr, st):
    st = {k: 0.9 * st[k] + gr[k] @ gr[k].T for k in gr}
    return {k: inv_root(st[k]) @ gr[k] for k in gr}, st
st = {k: jnp.eye(v.shape[0]) for k, v in prm.items()}
@jax.jit
def step(prm, st, X, Y):
    l, gr = jax.value_and_grad(lossf)(prm, X, Y)
    d, st = precondition(gr, st)
    return jax.tree.map(lambda a, b: a - 0.01 * b, prm, d), st, l
X, Y = place((w(32, 16), w(32, 8)), (P('data'), P('data')))
prm, st, l = step(prm, st, X, Y)
