import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ('dp', 'tp'))
x = jax.device_put(np.ones((16, 16), np.float32), NamedSharding(mesh, P('tp')))
manual = functools.partial(jax.shard_map, mesh=mesh, in_specs=P('tp'), out_specs=P('tp'), check_vma=False)
ring = [(i, (i + 1) % 4) for i in range(4)]
back = [(i, (i - 1) % 4) for i in range(4)]
@jax.jit
@manual
def gathered_twice(x):
  return jnp.sin(lax.all_gather(x, 'tp', tiled=True)) @ jnp.cos(lax.all_gather(x, 'tp', tiled=True))
@jax.jit
@manual
def gathered_apart(x):
  return lax.all_gather(x, 'tp', tiled=True).sum(0) + lax.all_gather(x, 'dp', tiled=True).sum(0) + x
@jax.jit
@manual
def summed_twice(x):
  return jnp.sin(lax.psum(jnp.sin(x), 'tp')) * jnp.cos(lax.psum(jnp.sin(x), 'tp'))
@jax.jit
@manual
def summed_and_more(x):
  return lax.psum(x, 'tp') * lax.pmax(x, 'tp') * lax.psum(2 * x, 'tp')
@jax.jit
@manual
def sent_twice(x):
  return jnp.sin(lax.ppermute(x, 'tp', ring)) * jnp.cos(lax.ppermute(x, 'tp', ring)) * lax.ppermute(x, 'tp', back)
@jax.jit
@manual
def in_turns(x):
  def turn(c, _):
    return c + lax.psum(c, 'tp') * lax.psum(c, 'tp') + lax.pmean(c, 'tp'), None
  return lax.scan(turn, x, None, length=3)[0]
@jax.jit
def slopes(x):
  return jax.grad(lambda x: (gathered_twice(x) ** 2).sum() + (summed_twice(x) ** 2).sum())(x)
for function in (gathered_twice, gathered_apart, summed_twice, summed_and_more, sent_twice, in_turns, slopes):
  function(x)
