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
prm = place([{'a': w(4, 32), 'b': w(32, 8)} for _ in range(3)], [{'a': P(None, 'model'), 'b': P('model')}] * 3)
def coupling(p_, x, flip):
    u, v = jnp.split(x, 2)
    if flip: u, v = v, u
    s, t = jnp.split(jax.nn.silu(u @ p_['a']) @ p_['b'], 2)
    s = jnp.tanh(s)
    v = v * jnp.exp(s) + t
    return jnp.concatenate([v, u] if flip else [u, v]), s.sum()
def logp(prm, x):
    ld = 0.
    for i, p_ in enumerate(prm):
        x, d = coupling(p_, x, i % 2)
        ld += d
    return jax.scipy.stats.norm.logpdf(x).sum() + ld
import jax.scipy.stats
@jax.jit
def step(prm, xs):
    l, gr = jax.value_and_grad(lambda q: -jnp.mean(jax.vmap(functools.partial(logp, q))(xs)))(prm)
    score = jax.vmap(jax.grad(logp, 1), (None, 0))(prm, xs)
    return jax.tree.map(lambda a, b: a - 0.1 * b, prm, gr), l, jnp.mean(score ** 2)
xs = jax.device_put(w(32, 8), NS(mesh, P('data')))
prm, l, s = step(prm, xs)
