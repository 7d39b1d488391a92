import functools
import jax
import numpy as np
from jax import numpy as jnp
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((2, 4), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
prm = place([w(2, 16), w(16, 16), w(16, 1)], [P(), P(None, 'model'), P()])
def u(prm, x):
    for m in prm[:-1]: x = jnp.sin(x @ m)
    return (x @ prm[-1])[0]
def residual(prm, x):
    lap = lambda x: jnp.trace(jax.hessian(lambda z: u(prm, z))(x))
    return lap(x) + jnp.sin(x).sum()
@jax.jit
def step(prm, inside, border):
    def f(prm):
        r = jax.vmap(functools.partial(residual, prm))(inside)
        b = jax.vmap(u, (None, 0))(prm, border)
        return jnp.mean(r ** 2) + jnp.mean(b ** 2)
    l, gr = jax.value_and_grad(f)(prm)
    return [a - 1e-3 * b for a, b in zip(prm, gr)], l
inside, border = place((w(64, 2), w(16, 2)), (P('data'), P('data')))
prm, l = step(prm, inside, border)
