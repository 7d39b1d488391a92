import jax
import numpy as np
from jax import numpy as jnp, lax
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((2, 4), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
prm = place({'a': w(9, 32), 'b': w(32, 8)}, {'a': P(None, 'model'), 'b': P()})
dt = 0.1
def field(prm, z, t):
    zt = jnp.concatenate([z, jnp.full(z.shape[:-1] + (1,), t)], -1)
    return jnp.tanh(zt @ prm['a']) @ prm['b']
def rk4(prm, z, t):
    k1 = field(prm, z, t)
    k2 = field(prm, z + dt / 2 * k1, t + dt / 2)
    k3 = field(prm, z + dt / 2 * k2, t + dt / 2)
    k4 = field(prm, z + dt * k3, t + dt)
    return z + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
@jax.jit
def step(prm, z0, z1):
    def f(prm): return jnp.mean((lax.fori_loop(0, 8, lambda i, z: rk4(prm, z, i * dt), z0) - z1) ** 2)
    l, gr = jax.value_and_grad(f)(prm)
    return jax.tree.map(lambda a, b: a - 0.01 * b, prm, gr), l
z0, z1 = place((w(32, 8), w(32, 8)), (P('data'), P('data')))
prm, l = step(prm, z0, z1)
