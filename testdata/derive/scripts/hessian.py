import functools
import numpy as np
import jax
import jax.numpy as jnp
from jax.experimental import mesh_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = jax.sharding.Mesh(jax.experimental.mesh_utils.create_device_mesh((4, 2)), ('dp', 'tp'))
w = jax.device_put(np.ones((16, 32), np.float32), NamedSharding(mesh, P()))
x = jax.device_put(np.ones((8, 16), np.float32), NamedSharding(mesh, P('dp')))
def f(w, x):
  return jax.nn.swish(x @ w)
@jax.jit
def hess(v):
  return jax.hessian(lambda v: jnp.sum(jnp.tanh(x @ v) ** 2))(v)
out = hess(w[:, 0])
