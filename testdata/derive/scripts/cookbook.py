import functools
from functools import partial
import dataclasses
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P
@jax.tree_util.register_dataclass
@dataclasses.dataclass
class TrainState:
  params: dict
  m: dict
  v: dict
mesh = jax.make_mesh((2, 4), ('x', 'y'))
jax.set_mesh(mesh)
def rms_norm(x, scale):
  var = jnp.mean(jnp.square(x.astype(jnp.float32)), axis=-1, keepdims=True)
  return (x * lax.rsqrt(var + 1e-6)).astype(x.dtype) * scale
def init(key):
  ks = jax.random.split(key, 8)
  w = lambda k, shape, spec: jax.device_put(jax.random.normal(k, shape) * 0.02, spec)
  return dict(
    embed=w(ks[0], (64, 32), P(None, None)),
    unembed=w(ks[1], (32, 64), P(None, 'y')),
    layers=dict(
      norm=jax.device_put(jnp.ones((3, 32)), P()),
      qkv=w(ks[2], (3, 3, 32, 4, 8), P(None, None, None, 'y', None)),
      out=w(ks[3], (3, 4, 8, 32), P(None, 'y', None, None)),
      up=w(ks[4], (3, 32, 64), P(None, None, 'y')),
      down=w(ks[5], (3, 64, 32), P(None, 'y', None)),
    ))
def attention(blk, x):
  q, k, v = [jnp.einsum('bsd,dhk->bshk', x, blk['qkv'][i]) for i in range(3)]
  logits = jnp.einsum('bqhk,bshk->bhqs', q, k) / jnp.sqrt(8)
  mask = jnp.tril(jnp.ones((16, 16), dtype=bool))
  logits = jnp.where(mask[None, None], logits, -1e30)
  probs = jax.nn.softmax(logits.astype(jnp.float32), axis=-1)
  o = jnp.einsum('bhqs,bshk->bqhk', probs, v)
  return jnp.einsum('bqhk,hkd->bqd', o, blk['out'], out_sharding=P('x', None, None))
def layer(blk, x):
  x = x + attention(blk, rms_norm(x, blk['norm']))
  h = jax.nn.relu(jnp.einsum('bsd,df->bsf', rms_norm(x, blk['norm']), blk['up']))
  return x + jnp.einsum('bsf,fd->bsd', h, blk['down'], out_sharding=P('x', None, None))
def forward(params, tokens):
  x = params['embed'].at[tokens].get(out_sharding=P('x', None, None))
  x, _ = lax.scan(lambda h, blk: (layer(blk, h), None), x, params['layers'])
  return x @ params['unembed']
def loss_fn(params, batch):
  logits = forward(params, batch['x'])
  lse = jax.nn.logsumexp(logits, axis=-1)
  label = jnp.sum(jax.nn.one_hot(batch['y'], 64) * logits, axis=-1)
  return jnp.mean(lse - label)
@partial(jax.jit, donate_argnums=(0,))
def train_step(state, batch):
  loss, grads = jax.value_and_grad(loss_fn)(state.params, batch)
  m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state.m, grads)
  v = jax.tree.map(lambda v, g: 0.95 * v + 0.05 * jnp.square(g), state.v, grads)
  params = jax.tree.map(lambda p, m, v: p - 1e-3 * m / (jnp.sqrt(v) + 1e-8), state.params, m, v)
  return TrainState(params, m, v), {'loss': loss}
params = init(jax.random.key(0))
state = TrainState(params, jax.tree.map(jnp.zeros_like, params), jax.tree.map(jnp.zeros_like, params))
batch = {'x': jax.device_put(np.zeros((8, 16), np.int32), P('x')), 'y': jax.device_put(np.ones((8, 16), np.int32), P('x'))}
state, *metrics = train_step(state, batch)
