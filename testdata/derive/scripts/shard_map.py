import functools
from functools import partial
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import NamedSharding, PartitionSpec as P, AxisType
mesh = jax.make_mesh((2, 4), ('x', 'y'), axis_types=(AxisType.Explicit,) * 2)
jax.set_mesh(mesh)
from jax import shard_map
x = jax.device_put(np.ones((16, 32), np.float32), NamedSharding(mesh, P('x')))
y = jax.device_put(np.ones((16, 32), np.float32), NamedSharding(mesh, P('x')))
params = jax.device_put([np.ones((32, 32), np.float32) for _ in range(3)], NamedSharding(mesh, P('x')))
@partial(shard_map, mesh=mesh, in_specs=(P('x'), P('x'), P('x')), out_specs=P())
def loss_fn(params, x, y):
  for w in params:
    w = lax.all_gather(w, 'x', tiled=True)
    x = jax.nn.leaky_relu(jnp.dot(x, w))
  return lax.pmean(jnp.mean((x - y) ** 2), 'x')
grad_fn = jax.jit(jax.value_and_grad(loss_fn))
value, grads = grad_fn(params, x, y)
