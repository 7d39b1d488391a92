import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('x', 'y'), axis_types=(jax.sharding.AxisType.Auto,) * 2)
s = lambda *a: NamedSharding(mesh, P(*a))
def apply(w, x):
  return jax.lax.with_sharding_constraint(x @ w + x.T, s('x', 'y'))
out = jax.jit(apply, in_shardings=(s('x'), s(None, 'y')))(np.ones((32, 32), np.float32), np.ones((32, 32), np.float32))
held = np.asarray(out)
@jax.jit
def again(w, held):
  return held @ w
back = again(jax.device_put(np.eye(32, dtype=np.float32), s('y')), held)
