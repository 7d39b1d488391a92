import functools
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
r = 4
W = place({'a': w(32, 16), 'b': w(16, 32)}, {'a': P(None, 'model'), 'b': P()})
proj = {k: jnp.zeros((v.shape[0], r)) for k, v in W.items()}
mom = {k: jnp.zeros((r, v.shape[1])) for k, v in W.items()}
def loss(W, x): return jnp.mean((jax.nn.softplus(x @ W['a']) @ W['b'] - x) ** 2)
@functools.partial(jax.jit, static_argnames='refresh')
def step(W, proj, mom, x, refresh=True):
    l, gr = jax.value_and_grad(loss)(W, x)
    if refresh:
        proj = {k: jnp.linalg.svd(v, full_matrices=False)[0][:, :r] for k, v in gr.items()}
    low = {k: proj[k].T @ gr[k] for k in gr}
    mom = {k: 0.9 * mom[k] + low[k] for k in low}
    return {k: W[k] - 0.1 * proj[k] @ mom[k] for k in W}, proj, mom, l
x = jax.device_put(w(64, 32), NS(mesh, P('data')))
W, proj, mom, l = step(W, proj, mom, x)
