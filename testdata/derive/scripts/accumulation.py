import functools
import numpy as np
import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
import optax
mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ('fsdp', 'tensor'))
params = {'w1': jax.device_put(np.ones((32, 64), np.float32), NamedSharding(mesh, P(None, 'tensor'))), 'b1': jax.device_put(np.zeros((64,), np.float32), NamedSharding(mesh, P())), 'w2': jax.device_put(np.ones((64, 32), np.float32), NamedSharding(mesh, P('tensor', None)))}
def loss_fn(params, batch):
  x, y = batch
  h = jnp.tanh(jnp.dot(x, params['w1']) + params['b1'])
  out = jnp.dot(h, params['w2'])
  return jnp.mean((out - y) ** 2)
tx = optax.sgd(0.1)
opt_state = tx.init(params)
@jax.jit
def accumulate_step(params, opt_state, batch):
  grads, total = jax.tree.map(jnp.zeros_like, params), 0.0
  for i in range(4):
    loss, g = jax.value_and_grad(loss_fn)(params, jax.tree.map(lambda x: x[i], batch))
    grads = jax.tree.map(jnp.add, grads, g)
    total += loss
  grads = jax.tree.map(lambda g: g / 4, grads)
  updates, opt_state = tx.update(grads, opt_state, params)
  return optax.apply_updates(params, updates), opt_state, total / 4
batch = tuple(jax.device_put(np.ones((4, 8, 32), np.float32), NamedSharding(mesh, P(None, 'fsdp'))) for _ in range(2))
params, opt_state, loss = accumulate_step(params, opt_state, batch)
