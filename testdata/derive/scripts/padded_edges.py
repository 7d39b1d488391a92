import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('x', 'y'), axis_types=(AxisType.Auto,) * 2)
@jax.jit
def framed(u):
  return jnp.concatenate([u[:1], u, u[-1:]])
@jax.jit
def heat(u, k):
  p = jnp.pad(u, 1, mode='edge')
  return u + 0.1 * k * (p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - 4 * u)
@jax.jit
def periodic(u):
  p = jnp.pad(u, 1, mode='wrap')
  return p[2:, 1:-1] - p[:-2, 1:-1]
@jax.jit
def inner(u):
  return framed(u * 2.0)[1:-1]
@jax.jit
def slope(u):
  return jax.grad(lambda u: jnp.sum(jnp.pad(u, ((1, 1), (0, 0)), mode='edge')[2:] * u))(u)
u = jax.device_put(jnp.zeros((128, 128)), NamedSharding(mesh, P('x', 'y')))
heat(u, u)
periodic(u)
inner(u)
slope(u)
