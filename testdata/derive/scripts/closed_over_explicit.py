import jax
import numpy as np
from jax import numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Explicit,))
jax.set_mesh(mesh)
g = np.random.RandomState(3)
def put(*shape, spec): return jax.device_put(g.normal(size=shape).astype('float32'), spec)
x, y, scale = put(16, 8, spec=P('data')), put(16, spec=P('data')), put(8, spec=P())
w = put(8, spec=P())

@jax.jit
def loss_of_targets(w, x):
    return jnp.mean((x @ (w * scale) - y) ** 2)

@jax.jit
def step_of_targets(w, x):
    return w - 0.1 * jax.grad(loss_of_targets)(w, x)

loss_of_targets(w, x), step_of_targets(w, x)
