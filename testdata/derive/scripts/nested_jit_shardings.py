import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('x', 'y'), axis_types=(jax.sharding.AxisType.Auto,) * 2)
s = lambda *a: NamedSharding(mesh, P(*a))
inner = jax.jit(lambda a, b: a @ b, in_shardings=(s('x', None), s(None, 'y')), out_shardings=s('x', 'y'))
@jax.jit
def outer(a, b):
    c = inner(a, b)
    d = inner(c, b)
    return d.sum(0)
a = jax.device_put(jnp.ones((32, 32)), s('y', 'x'))
r = outer(a, jnp.ones((32, 32)))
