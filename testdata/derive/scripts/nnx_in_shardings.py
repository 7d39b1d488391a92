import functools
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ("x", "y"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
s = lambda *a: NamedSharding(mesh, P(*a))
class M(nnx.Module):
    def __init__(self, rngs):
        self.up = nnx.Linear(16, 32, rngs=rngs)
        self.bn = nnx.BatchNorm(32, rngs=rngs)
    def __call__(self, x):
        return self.bn(self.up(x))
m = M(nnx.Rngs(0))
opt = nnx.Optimizer(m, optax.sgd(0.1), wrt=nnx.Param)
whole = nnx.StateSharding({...: s()})
@functools.partial(nnx.jit, in_shardings=(whole, None, s('x'), s('x')), static_argnums=(4,))
def train(m, opt, x, y, n):
    def loss(m):
        return jnp.mean((m(x) - y) ** 2)
    l, g = nnx.value_and_grad(loss)(m)
    opt.update(m, g)
    return l
l = train(m, opt, jnp.ones((8, 16)), jnp.ones((8, 32)), 3)
