import functools
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
V, D, B, S = 64, 16, 8, 4
emb, head = place((w(V, D), w(D, V)), (P('model'), P(None, 'model')))
def parallel_xent(h, head, ids):
    z = h @ head
    m = lax.stop_gradient(lax.pmax(lax.stop_gradient(z.max(-1)), 'model'))
    z = z - m[..., None]
    lo = lax.axis_index('model') * z.shape[-1]
    local = ids - lo
    ok = (local >= 0) & (local < z.shape[-1])
    pick = jnp.take_along_axis(z, jnp.clip(local, 0, z.shape[-1] - 1)[..., None], -1)[..., 0]
    pick = lax.psum(jnp.where(ok, pick, 0.), 'model')
    lse = jnp.log(lax.psum(jnp.exp(z).sum(-1), 'model'))
    return lax.pmean(jnp.mean(lse - pick), 'data')
def parallel_embed(emb, ids):
    n = emb.shape[0]
    k = ids - lax.axis_index('model') * n
    hit = (k >= 0) & (k < n)
    e = jnp.where(hit[..., None], emb[jnp.where(hit, k, 0)], 0)
    return lax.psum(e, 'model')
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P('model'), P(None, 'model'), P('data'), P('data')), out_specs=P())
def lossfn(emb, head, ids, labels):
    h = parallel_embed(emb, ids)
    return parallel_xent(jax.nn.gelu(h), head, labels)
@jax.jit
def fit(emb, head, ids, labels):
    l, gr = jax.value_and_grad(lossfn, argnums=(0, 1))(emb, head, ids, labels)
    return emb - gr[0], head - gr[1], l
ids = jax.device_put(g.randint(0, V, (B, S)), NS(mesh, P('data')))
emb, head, l = fit(emb, head, ids, ids)
