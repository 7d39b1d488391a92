import jax
import jax.numpy as jnp
from jax.ops import segment_sum, segment_max
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Auto,))
N = 64


def gat(p, h, src, dst):
    z = h @ p['w']
    e = jax.nn.leaky_relu((z @ p['a'])[src] + (z @ p['b'])[dst], 0.2)
    m = segment_max(e, dst, N)
    w = jnp.exp(e - m[dst])
    w = w / (segment_sum(w, dst, N)[dst] + 1e-9)
    return jax.nn.elu(segment_sum(w[:, None] * z[src], dst, num_segments=N))


@jax.jit
def step(ps, h, src, dst, labels):
    def loss(ps):
        x = h
        for p in ps:
            x = gat(p, x, src, dst)
        lp = jax.nn.log_softmax(x)
        return -lp[jnp.arange(N), labels].mean()
    l, g = jax.value_and_grad(loss)(ps)
    return jax.tree.map(lambda a, b: a - 0.1 * b, ps, g), l


r = NamedSharding(mesh, P())
ps = jax.device_put([{'w': jnp.ones((16, 32)), 'a': jnp.ones(32), 'b': jnp.ones(32)}, {'w': jnp.ones((32, 7)), 'a': jnp.ones(7), 'b': jnp.ones(7)}], r)
e = NamedSharding(mesh, P('data'))
src = jax.device_put(jnp.zeros(256, jnp.int32), e)
ps, l = step(ps, jax.device_put(jnp.ones((N, 16)), r), src, src, jax.device_put(jnp.zeros(N, jnp.int32), r))
