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
B, K, V, T, D = 8, 4, 32, 6, 16
prm = place({'emb': w(V, D), 'rec': w(D, D), 'out': w(D, V)}, {'emb': P(), 'rec': P(None, 'model'), 'out': P(None, 'model')})
@jax.jit
def search(prm, start):
    def body(st):
        t, seqs, sc, h, tok = st
        h = jnp.tanh(prm['emb'][tok] + h @ prm['rec'])
        lp = jax.nn.log_softmax(h @ prm['out'])
        tot = (sc[..., None] + lp).reshape(B, K * V)
        sc, idx = lax.top_k(tot, K)
        par, tok = idx // V, idx % V
        take = jax.vmap(lambda a, i: a[i])
        seqs = take(seqs, par).at[:, :, t].set(tok)
        return t + 1, seqs, sc, take(h, par), tok
    st = (0, jnp.zeros((B, K, T), jnp.int32), jnp.where(jnp.arange(K) > 0, -1e9, 0.) * jnp.ones((B, 1)), jnp.zeros((B, K, D)), jnp.broadcast_to(start[:, None], (B, K)))
    t, seqs, sc, *_ = lax.while_loop(lambda s: s[0] < T, body, st)
    return seqs, sc
start = jax.device_put(np.zeros(B, 'int32'), NS(mesh, P('data')))
seqs, sc = search(prm, start)
