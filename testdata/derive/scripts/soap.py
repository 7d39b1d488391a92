import jax
import numpy as np
from jax import numpy as jnp
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
prm = place({'a': w(16, 32), 'b': w(32, 8)}, {'a': P('data', 'model'), 'b': P('model')})
def forward(prm, x): return jax.nn.leaky_relu(x @ prm['a']) @ prm['b']
def lossf(prm, x, y): return jnp.mean((forward(prm, x) - y) ** 2)
def precondition(gr, st):
    out, new = {}, {}
    for k, v in gr.items():
        m, q, s = st[k]
        m = 0.95 * m + 0.05 * v @ v.T
        q, _ = jnp.linalg.qr(m @ q)
        rot = q.T @ v
        s = 0.99 * s + 0.01 * rot ** 2
        out[k] = q @ (rot / (jnp.sqrt(s) + 1e-8))
        new[k] = (m, q, s)
    return out, new
st = {k: (jnp.eye(v.shape[0]), jnp.eye(v.shape[0]), jnp.zeros_like(v)) for k, v in prm.items()}
@jax.jit
def step(prm, st, X, Y):
    l, gr = jax.value_and_grad(lossf)(prm, X, Y)
    d, st = precondition(gr, st)
    return jax.tree.map(lambda a, b: a - 0.01 * b, prm, d), st, l
X, Y = place((w(32, 16), w(32, 8)), (P('data'), P('data')))
prm, st, l = step(prm, st, X, Y)
