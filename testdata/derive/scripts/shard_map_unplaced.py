import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from jax import shard_map
mesh = jax.make_mesh((4, 2), ('i', 'j'), axis_types=(jax.sharding.AxisType.Auto,) * 2)
@functools.partial(shard_map, mesh=mesh, in_specs=(P('i', 'j'), P('j', None)), out_specs=P('i', None))
def matmul_rs(a, b):
    return jax.lax.psum(a @ b, 'j')
@functools.partial(shard_map, mesh=mesh, in_specs=P('i'), out_specs=P('i'))
def ring(x):
    n = jax.lax.axis_size('i')
    acc = x
    for k in range(1, n):
        x = jax.lax.ppermute(x, 'i', [(s, (s + 1) % n) for s in range(n)])
        acc = acc + x
    return acc
a, b = jnp.ones((16, 32)), jnp.ones((32, 8))
mm = jax.jit(matmul_rs)
c = mm(a, b)
@jax.jit
def both(a, b):
    c = matmul_rs(a, b)
    return ring(c).sum()
z = both(a, b)
