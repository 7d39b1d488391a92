import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
devices = np.asarray(jax.devices()).reshape((4, 2))
mesh = Mesh(devices, axis_names=('x', 'y'))
by_columns = NamedSharding(mesh, P(None, ('x', 'y'), None))
by_ends = NamedSharding(mesh, P('y', None, 'x'))
rows, whole = NamedSharding(mesh, P('x')), NamedSharding(mesh, P())
def meet(a, b, c):
  d = a + b
  d = jax.lax.with_sharding_constraint(d, by_columns)
  return c + d
meet_jitted = jax.jit(meet, in_shardings=(by_ends, by_ends, by_columns), out_shardings=by_columns)
a = jnp.arange(16 * 16 * 16).reshape((16, 16, 16)).astype(np.float32)
b = jnp.ones((16, 16, 16))
c = np.zeros((16, 16, 16), np.float32)
met = meet_jitted(a, b, c)
@functools.partial(jax.jit, in_shardings=(NamedSharding(mesh, P('y', 'x')),))
def sums(x):
  return x.sum(0)
total = sums(a[0])
def apart(x):
  return x @ x
lone = jax.jit(apart)(a)
params = {'w': jnp.ones((32, 64)), 'b': jnp.zeros((64,))}
shardings = {'w': NamedSharding(mesh, P(None, 'y')), 'b': NamedSharding(mesh, P('y'))}
def loss(params, x):
  return jnp.mean((jnp.tanh(x @ params['w'] + params['b'])) ** 2)
@functools.partial(jax.jit, in_shardings=(shardings, rows), donate_argnums=0)
def step(params, x):
  return jax.tree.map(lambda p, g: p - 0.1 * g, params, jax.grad(loss)(params, x))
params = step(params, jnp.ones((16, 32)))
@jax.jit
def behind(params):
  return params['w'].T @ params['w']
grown = behind(params)
