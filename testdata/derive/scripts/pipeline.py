import jax
import numpy as np
import jax.numpy as jnp
from functools import partial
from jax import lax, random
from jax.sharding import NamedSharding, PartitionSpec as P, AxisType
mesh = jax.make_mesh((4, 2), ('stage', 'data'), axis_types=(AxisType.Auto,) * 2)
put = lambda x, *s: jax.device_put(x, NamedSharding(mesh, P(*s)))
rng = np.random.default_rng(0)
nrm = lambda *s: rng.standard_normal(s).astype(np.float32) * 0.05
S, M, B, D = 4, 4, 8, 16
weights = put(nrm(S, D, D), 'stage')
x = put(nrm(M, B, D), None, 'data')
y = put(nrm(M, B, D), None, 'data')
def stage_fn(w, h):
    return jnp.tanh(h @ w)
@partial(jax.shard_map, mesh=mesh, in_specs=(P('stage'), P(None, 'data')), out_specs=P(None, 'data'))
def pipeline(w, xs):
    idx = lax.axis_index('stage')
    w = w[0]
    state = lax.pcast(jnp.zeros_like(xs[0]), ('stage',), to='varying')
    out = lax.pcast(jnp.zeros_like(xs), ('stage',), to='varying')
    for t in range(M + S - 1):
        inp = jnp.where(idx == 0, xs[min(t, M - 1)], state)
        h = stage_fn(w, inp)
        if t >= S - 1:
            out = out.at[t - S + 1].set(jnp.where(idx == S - 1, h, 0.0))
        state = lax.ppermute(h, 'stage', [(i, (i + 1) % S) for i in range(S)])
    return lax.psum(out, 'stage')
@jax.jit
def train(w, x, y):
    loss, g = jax.value_and_grad(lambda w: jnp.mean((pipeline(w, x) - y) ** 2))(w)
    return w - 0.1 * g, loss
weights, loss = train(weights, x, y)
