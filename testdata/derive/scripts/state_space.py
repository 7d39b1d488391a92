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
B, T, D, S = 8, 16, 16, 4
prm = place({'dt': w(D, D), 'A': -np.abs(w(D, S)), 'bc': w(D, 2 * S), 'o': w(D, D)}, {'dt': P(None, 'model'), 'A': P('model'), 'bc': P(), 'o': P('model')})
def mixer(prm, x):
    dt = jax.nn.softplus(x @ prm['dt'])
    bm, cm = jnp.split(x @ prm['bc'], 2, -1)
    da = jnp.exp(dt[..., None] * prm['A'])
    db = dt[..., None] * bm[:, :, None] * x[..., None]
    def op(l, r):
        return l[0] * r[0], r[0] * l[1] + r[1]
    _, h = lax.associative_scan(op, (da, db), axis=1)
    y = jnp.einsum('btds,bts->btd', h, cm)
    return (y * jax.nn.silu(x)) @ prm['o']
@jax.jit
def step(prm, x):
    def f(prm): return jnp.mean((mixer(prm, x) - x) ** 2)
    l, gr = jax.value_and_grad(f)(prm)
    return jax.tree.map(lambda a, b: a - 0.1 * b, prm, gr), l
x = jax.device_put(w(B, T, D), NS(mesh, P('data')))
prm, l = step(prm, x)
