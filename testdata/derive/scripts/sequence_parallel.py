import functools
import jax
import numpy as np
from jax import numpy as jnp, lax
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
B, S, D, F = 8, 8, 16, 64
prm = place({'up': w(D, F), 'down': w(F, D), 'g': w(D)}, {'up': P(None, 'model'), 'down': P('model'), 'g': P()})
@functools.partial(jax.shard_map, mesh=mesh, in_specs=({'up': P(None, 'model'), 'down': P('model'), 'g': P()}, P('data', 'model')), out_specs=P('data', 'model'))
def seqpar(prm, x):
    h = x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * prm['g']
    h = lax.all_gather(h, 'model', axis=1, tiled=True)
    h = jnp.tanh(h @ prm['up']) @ prm['down']
    return x + lax.psum_scatter(h, 'model', scatter_dimension=1, tiled=True)
@jax.jit
def step(prm, x):
    def f(prm):
        h = x
        for _ in range(1):
            h = seqpar(prm, h)
        return jnp.mean(h ** 2)
    l, gr = jax.value_and_grad(f)(prm)
    return jax.tree.map(lambda a, b: a - 0.1 * b, prm, gr), l
x = jax.device_put(w(B, S, D), NS(mesh, P('data', 'model')))
prm, l = step(prm, x)
