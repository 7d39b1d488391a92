import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto, AxisType.Auto,))
jax.set_mesh(mesh)

@jax.jit
def solve(A, b):
    mv = lambda v: A @ v
    x, _ = jax.scipy.sparse.linalg.cg(mv, b, maxiter=20)
    return x

A = jax.device_put(jnp.eye(32), NamedSharding(mesh, P('data', None)))
b = jax.device_put(jnp.ones(32), NamedSharding(mesh, P(None)))
x = solve(A, b)
