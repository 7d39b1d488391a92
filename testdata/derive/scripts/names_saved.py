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
from jax.ad_checkpoint import checkpoint_name
L, B, S, D, F = 2, 8, 8, 16, 64
prm = place({'qkv': w(L, 3, D, D), 'o': w(L, D, D), 'up': w(L, D, F), 'down': w(L, F, D)}, {'qkv': P(None, None, None, 'model'), 'o': P(None, 'model'), 'up': P(None, 'data', 'model'), 'down': P(None, 'model')})
def layer(x, q):
    a, k, v = jnp.einsum('bsd,cde->cbse', x, q['qkv'])
    s = jax.nn.softmax(jnp.einsum('bqd,bkd->bqk', a, k) / D ** .5)
    x = x + checkpoint_name(jnp.einsum('bqk,bkd->bqd', s, v) @ q['o'], 'attn_out')
    return x + jax.nn.elu(checkpoint_name(x @ q['up'], 'up')) @ q['down']
blk = jax.checkpoint(layer, policy=jax.checkpoint_policies.save_only_these_names('attn_out', 'up'))
@jax.jit
def step(prm, x):
    def f(prm):
        h = x
        for i in range(L): h = blk(h, jax.tree.map(lambda v: v[i], prm))
        return jnp.mean(h ** 2)
    l, gr = jax.value_and_grad(f)(prm)
    return jax.tree.map(lambda a, b: a - 0.1 * b, prm, gr), l
x = jax.device_put(w(B, S, D), NS(mesh, P('data')))
prm, l = step(prm, x)
