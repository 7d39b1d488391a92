import functools
import jax
import numpy as np
from jax import numpy as jnp, lax
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((2, 4), ('data', 'seq'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
B, S, H, D = 4, 16, 2, 8
n = mesh.shape['seq']
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P('data', 'seq'),) * 3, out_specs=P('data', 'seq'))
def ring_attention(q, k, v):
    me = lax.axis_index('seq')
    s = q.shape[1]
    qpos = me * s + jnp.arange(s)
    acc = jnp.zeros_like(q)
    m = jnp.full_like(q[..., 0], -1e30)
    den = jnp.zeros_like(q[..., 0])
    perm = [(j, (j + 1) % n) for j in range(n)]
    def hop(i, cr):
        acc, m, den, k, v = cr
        src = (me - i) % n
        kpos = src * s + jnp.arange(s)
        z = jnp.einsum('bqhd,bkhd->bqhk', q, k) / D ** 0.5
        z = jnp.where((qpos[:, None] >= kpos[None])[None, :, None], z, -1e30)
        mn = jnp.maximum(m, z.max(-1))
        e = jnp.exp(z - mn[..., None])
        a = jnp.exp(m - mn)
        den = den * a + e.sum(-1)
        acc = acc * a[..., None] + jnp.einsum('bqhk,bkhd->bqhd', e, v)
        k, v = (lax.ppermute(t, 'seq', perm) for t in (k, v))
        return acc, mn, den, k, v
    acc, m, den, k, v = lax.fori_loop(0, n, hop, (acc, m, den, k, v))
    return acc / den[..., None]
wq = place(w(3, 16, H, D), P())
@jax.jit
def step(wq, x):
    def f(wq):
        q, k, v = jnp.einsum('bsd,cdhk->cbshk', x, wq)
        return jnp.sum(ring_attention(q, k, v) ** 2)
    l, gr = jax.value_and_grad(f)(wq)
    return wq - 0.1 * gr, l
x = jax.device_put(w(B, S, 16), NS(mesh, P('data', 'seq')))
wq, l = step(wq, x)
