import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ('a', 'b'))
def put(x, *spec):
  return jax.device_put(x.astype(np.float32), NamedSharding(mesh, P(*spec)))
rng = np.random.default_rng(0)
x = put(rng.random((16, 8)), 'a', 'b')
v, u = put(rng.random(16), 'a'), put(rng.random(16), ('a', 'b'))
@jax.jit
def found(x):
  return jnp.nonzero(x > 0.5, size=6)
@jax.jit
def found_or_filled(x):
  return jnp.where(x > 0.5, size=6, fill_value=0)
@jax.jit
def found_flat(v):
  return jnp.flatnonzero(v, size=6)
@jax.jit
def found_rows(x):
  return jnp.argwhere(x > 0.3, size=3)
@jax.jit
def repeated_rows(x):
  return jnp.repeat(x, jnp.array([1, 2] * 8), axis=0, total_repeat_length=24)
@jax.jit
def repeated_by_array(v, u):
  return jnp.repeat(v, u.astype(int), total_repeat_length=20)
@jax.jit
def partition_places(x):
  return jnp.argpartition(x, 2, axis=0)
@jax.jit
def places_by_two_keys(x):
  return jnp.lexsort((x, -x), axis=0)
@jax.jit
def sorted_by_two_keys(v, u):
  return jax.lax.sort((v, u, v + u), num_keys=2)
@jax.jit
def inserted(x):
  return jnp.insert(x, jnp.array([1, 3]), 2.0, axis=1)
@jax.jit
def correlations(x):
  return jnp.corrcoef(x)
for function in (found, found_or_filled, found_rows, repeated_rows, partition_places, places_by_two_keys, inserted, correlations):
  function(x)
found_flat(v)
for function in (repeated_by_array, sorted_by_two_keys):
  function(v, u)
