import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ('dp', 'tp'))
def products(primitive, *_, **params):
  return primitive.name == 'dot_general'
def layer(w, x):
  return jnp.sin(x @ w[0]) @ w[1]
def slopes(policy, ws, x):
  kept = jax.checkpoint(layer, policy=policy)
  def loss(ws):
    y = x
    for w in ws:
      y = y + kept(w, y)
    return (y ** 2).mean()
  return jax.grad(loss)(ws)
@jax.jit
def with_products(ws, x):
  return slopes(products, ws, x)
@jax.jit
def without_products(ws, x):
  return slopes(lambda op, *_, **__: str(op) != 'dot_general', ws, x)
@jax.jit
def with_all(ws, x):
  return slopes(lambda *_, **__: True, ws, x)
def gathered(w, x):
  return jnp.sin(x @ jax.lax.all_gather(w, 'all', tiled=True))
def twice(w, x):
  kept = jax.checkpoint(gathered, policy=lambda op, *_, **__: str(op) != 'all_gather')
  return jax.lax.psum((kept(w[1], kept(w[0], x)) ** 2).sum(), 'all')
line = Mesh(np.array(jax.devices()), ('all',))
gathered_loss = jax.shard_map(twice, mesh=line, in_specs=(P(None, 'all'), P('all')), out_specs=P())
@jax.jit
def gathered_again(w, x):
  return jax.grad(gathered_loss)(w, x)
def put(shape, *spec):
  return jax.device_put(np.ones(shape, np.float32), NamedSharding(mesh, P(*spec)))
ws = [(put((16, 64), None, 'tp'), put((64, 16), 'tp', None)) for _ in range(2)]
x = put((8, 16), 'dp')
for function in (with_products, without_products, with_all):
  function(ws, x)
gathered_again(jax.device_put(np.ones((2, 16, 16), np.float32), NamedSharding(line, P(None, 'all'))),
               jax.device_put(np.ones((8, 16), np.float32), NamedSharding(line, P('all'))))
