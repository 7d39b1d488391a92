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
E, K, D, F, T = 8, 2, 16, 32, 64
CAP = int(1.25 * T * K / E)
prm = place({'gate': w(D, E), 'up': w(E, D, F), 'down': w(E, F, D)}, {'gate': P(), 'up': P('model'), 'down': P('model')})
def route(x, gate):
    probs = jax.nn.softmax((x @ gate).astype(jnp.float32))
    top, idx = lax.top_k(probs, K)
    hot = jax.nn.one_hot(idx, E)
    flat = hot.transpose(1, 0, 2).reshape(K * T, E)
    pos = (jnp.cumsum(flat, 0) - 1) * flat
    pos = pos.reshape(K, T, E).transpose(1, 0, 2)
    keep = hot * (pos < CAP)
    slot = jax.nn.one_hot(jnp.sum(pos * keep, -1).astype(jnp.int32), CAP)
    comb = jnp.einsum('tk,tke,tkc->tec', top, keep, slot)
    aux = E * jnp.sum(probs.mean(0) * hot[:, 0].mean(0))
    return comb, aux
def block(prm, x):
    comb, aux = route(x, prm['gate'])
    disp = (comb > 0).astype(x.dtype)
    xe = jnp.einsum('tec,td->ecd', disp, x)
    h = jnp.tanh(jnp.einsum('ecd,edf->ecf', xe, prm['up']))
    ye = jnp.einsum('ecf,efd->ecd', h, prm['down'])
    return jnp.einsum('tec,ecd->td', comb, ye), aux
@jax.jit
def update(prm, x):
    def objective(prm):
        y, aux = block(prm, x)
        return jnp.mean((y - x) ** 2) + 0.01 * aux, aux
    (val, aux), gr = jax.value_and_grad(objective, has_aux=True)(prm)
    return jax.tree.map(lambda a, b: a - 0.1 * b, prm, gr), val, aux
x = jax.device_put(w(T, D), NS(mesh, P('data')))
prm, val, aux = update(prm, x)
