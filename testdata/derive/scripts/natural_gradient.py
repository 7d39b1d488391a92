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
prm = place({'a': w(12, 32), 'b': w(32, 4)}, {'a': P(None, 'model'), 'b': P('model')})
def logits(prm, s): return jax.nn.log_softmax(jnp.tanh(s @ prm['a']) @ prm['b'])
@jax.jit
def update(prm, s, a, adv):
    old = lax.stop_gradient(logits(prm, s))
    def surr(q): return -jnp.mean(jnp.exp(jnp.take_along_axis(logits(q, s) - old, a[:, None], 1)[:, 0]) * adv)
    def kl(q): return jnp.mean(jnp.sum(jnp.exp(old) * (old - logits(q, s)), -1))
    gr = jax.grad(surr)(prm)
    def fvp(v): return jax.tree.map(lambda h, u: h + 0.1 * u, jax.jvp(jax.grad(kl), (prm,), (v,))[1], v)
    dot = lambda u, v: sum(jnp.vdot(i, j) for i, j in zip(jax.tree.leaves(u), jax.tree.leaves(v)))
    def cg(i, st):
        x, r, p_, rr = st
        z = fvp(p_)
        al = rr / dot(p_, z)
        x = jax.tree.map(lambda u, v: u + al * v, x, p_)
        r = jax.tree.map(lambda u, v: u - al * v, r, z)
        new = dot(r, r)
        return x, r, jax.tree.map(lambda u, v: u + new / rr * v, r, p_), new
    x, *_ = lax.fori_loop(0, 4, cg, (jax.tree.map(jnp.zeros_like, gr), gr, gr, dot(gr, gr)))
    new = jax.tree.map(lambda u, v: u - 0.01 * v, prm, x)
    return new, kl(new)
s, a, adv = place((w(64, 12), g.randint(0, 4, 64), w(64)), (P('data'), P('data'), P('data')))
prm, k = update(prm, s, a, adv)
