import jax
import numpy as np
import jax.numpy as jnp
from functools import partial
from jax import lax, random
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = Mesh(np.asarray(jax.devices()).reshape(2, 4), axis_names=('data', 'model'))
put = lambda x, *s: jax.device_put(x, NamedSharding(mesh, P(*s)))
rng = np.random.default_rng(0)
nrm = lambda *s: rng.standard_normal(s).astype(np.float32) * 0.05
L, B, S, D, N, H = 2, 8, 8, 32, 4, 8
p = {'qkv': put(nrm(L, 3, D, N, H), None, None, None, 'model'), 'o': put(nrm(L, N, H, D), None, 'model'), 'up': put(nrm(L, D, 64), None, None, 'model'), 'down': put(nrm(L, 64, D), None, 'model')}
x = put(nrm(B, S, D), 'data')
@partial(jax.shard_map, mesh=mesh, in_specs=(P('data', None, 'model'),) * 3, out_specs=P('data', None, 'model'))
def flash(q, k, v):
    s = jnp.einsum('bqnh,bknh->bnqk', q, k) / H ** 0.5
    return jnp.einsum('bnqk,bknh->bqnh', jax.nn.softmax(s, axis=-1), v)
def layer(x, blk):
    q, k, v = jnp.einsum('bsd,cdnh->cbsnh', x, blk['qkv'])
    x = x + jnp.einsum('bsnh,nhd->bsd', flash(q, k, v), blk['o'])
    return x + jax.nn.relu(x @ blk['up']) @ blk['down'], None
@jax.jit
def step(p, x):
    def loss(p):
        h, _ = lax.scan(jax.checkpoint(layer), x, p)
        return jnp.mean(h ** 2)
    l, g = jax.value_and_grad(loss)(p)
    return jax.tree.map(lambda a, b: a - 0.1 * b, p, g), l
p, l = step(p, x)
