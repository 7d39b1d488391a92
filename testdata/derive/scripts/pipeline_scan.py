import jax
import numpy as np
from jax import numpy as jnp, lax
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
mesh = jax.make_mesh((4, 2), ('stage', 'data'), axis_types=(AxisType.Auto,) * 2)
def place(tree, specs):
    return jax.tree.map(lambda x, s: jax.device_put(jnp.asarray(x), NS(mesh, s)), tree, specs)
g = np.random.RandomState(7)
def w(*shape, s=0.1):
    return (g.normal(size=shape) * s).astype('float32')
n, M, B, D = 4, 6, 8, 16
W = place(w(n, D, D), P('stage'))
def stages(W, xs):
    k = lax.axis_index('stage')
    n_ = lax.axis_size('stage')
    perm = [(i, (i + 1) % n) for i in range(n)]
    pad = jnp.concatenate([xs, jnp.zeros((n - 1, *xs.shape[1:]))])
    def tick(state, t):
        x_t, i = t
        inp = jnp.where(k == 0, x_t, state)
        out = jax.nn.leaky_relu(inp @ W[0])
        return lax.ppermute(out, 'stage', perm), jnp.where(k == n_ - 1, out, 0.)
    _, ys = lax.scan(tick, lax.pcast(jnp.zeros_like(xs[0]), 'stage', to='varying'), (pad, jnp.arange(M + n - 1)))
    return lax.psum(ys[n - 1:], 'stage')
run = jax.shard_map(stages, mesh=mesh, in_specs=(P('stage'), P(None, 'data')), out_specs=P(None, 'data'))
@jax.jit
def step(W, xs):
    l, gr = jax.value_and_grad(lambda W: jnp.mean((run(W, xs) - xs) ** 2))(W)
    return W - 0.1 * gr, l
xs = jax.device_put(w(M, B, D), NS(mesh, P(None, 'data')))
W, l = step(W, xs)
