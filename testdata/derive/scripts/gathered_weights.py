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
prm = place([w(16, 32), w(32, 32), w(32, 16)], [P('data')] * 3)
def local(prm, x, y):
    def net(prm):
        h = x
        for i, shard in enumerate(prm):
            full = lax.all_gather(shard, 'data', tiled=True)
            h = jax.nn.relu(h @ full)
        return jnp.mean((h - y) ** 2)
    l, gr = jax.value_and_grad(net)(prm)
    gr = gr
    return [a - 0.1 * b for a, b in zip(prm, gr)], lax.pmean(l, 'data')
step = jax.jit(jax.shard_map(local, mesh=mesh, in_specs=(P('data'), P('data'), P('data')), out_specs=(P('data'), P())))
x, y = place((w(32, 16), w(32, 16)), (P('data'), P('data')))
prm, l = step(prm, x, y)
