import functools
import jax
import numpy as np
from jax import numpy as jnp, lax, random as jr
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((2, 4), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
B, T, N, H, D, V = 8, 16, 4, 8, 16, 32
prm = place({'q': w(D, N, H), 'kv': w(2, D, N, H), 'o': w(N, H, D), 'emb': w(V, D)}, {'q': P(None, 'model'), 'kv': P(None, None, 'model'), 'o': P('model'), 'emb': P()})
cache = place({'k': w(B, T, N, H), 'v': w(B, T, N, H)}, {'k': P('data', None, None), 'v': P('data', None, 'model')})
def attend(prm, cache, x, pos):
    qn = jnp.einsum('bd,dnh->bnh', x, prm['q'])
    kn, vn = jnp.einsum('bd,cdnh->cbnh', x, prm['kv'])
    put1 = jax.vmap(lambda c, n, i: lax.dynamic_update_slice_in_dim(c, n[None], i, 0))
    k, v = put1(cache['k'], kn, pos), put1(cache['v'], vn, pos)
    mask = (jnp.arange(T)[None] <= pos[:, None])[:, None]
    s = jnp.einsum('bnh,btnh->bnt', qn, k) * H ** -.5
    s = jnp.where(mask, s, -jnp.inf)
    o = jnp.einsum('bnt,btnh->bnh', jax.nn.softmax(s), v)
    return jnp.einsum('bnh,nhd->bd', o, prm['o']), dict(k=k, v=v)
@functools.partial(jax.jit, donate_argnums=1, static_argnames='steps')
def decode(prm, cache, tok, pos, key, steps=4):
    def one(cr, key):
        cache, tok, pos = cr
        y, cache = attend(prm, cache, prm['emb'][tok], pos)
        z = y @ prm['emb'].T
        tok = jnp.argmax(z, -1)
        return (cache, tok, pos + 1), tok
    (cache, tok, pos), toks = lax.scan(one, (cache, tok, pos), jr.split(key, steps))
    return cache, toks
tok = jax.device_put(np.zeros(B, 'int32'), NS(mesh, P('data')))
cache, toks = decode(prm, cache, tok, jax.device_put(g.randint(0, 8, (B,)).astype('int32'), NS(mesh, P('data'))), jr.key(0))
