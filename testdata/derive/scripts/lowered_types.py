import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('x', 'y'), axis_types=(jax.sharding.AxisType.Auto,) * 2)
x_shape = jax.ShapeDtypeStruct((64, 32), jnp.bfloat16, sharding=NamedSharding(mesh, P('x', 'y')))
w_shape = jax.ShapeDtypeStruct((32, 64), jnp.bfloat16, sharding=NamedSharding(mesh, P('y', 'x')))
def f(x, w):
    return jnp.dot(x, w, preferred_element_type=jnp.float32)
compiled = jax.jit(f).lower(x_shape, w_shape).compile()
def g(x):
    return jax.nn.softmax(x, axis=-1)
lowered = jax.jit(g, in_shardings=NamedSharding(mesh, P('x', 'y'))).lower(jax.ShapeDtypeStruct((64, 32), jnp.float32))
c2 = lowered.compile()
