import jax, jax.numpy as jnp
from jax.sharding import PartitionSpec as P, AxisType, reshard
mesh = jax.make_mesh((4, 2), ('x', 'y'), axis_types=(AxisType.Explicit,) * 2)
jax.set_mesh(mesh)
A = jax.device_put(jnp.ones((8, 64)), P(None, 'x'))
B = jax.device_put(jnp.ones((64, 8)), P('x', None))
@jax.jit
def add(a, b): return jnp.einsum('ij,jk->ik', a, b, out_sharding=P(None, None, unreduced={'x'}))
u = add(A, B)
@jax.jit
def arg(a): return reshard(a, P('x', None))
m = arg(u)
