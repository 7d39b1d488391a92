import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((2, 4), ('dp', 'tp'), axis_types=(jax.sharding.AxisType.Auto,) * 2)
s = lambda *a: NamedSharding(mesh, P(*a))
params = {'w1': np.ones((4, 32, 64), np.float32), 'w2': np.ones((4, 64, 32), np.float32)}
shard = {'w1': s(None, None, 'tp'), 'w2': s(None, 'tp', None)}
def fwd(params, x):
    @jax.checkpoint
    def body(h, layer):
        y = jax.nn.gelu(h @ layer['w1']) @ layer['w2']
        return jax.lax.with_sharding_constraint(h + y, s('dp', None)), None
    h, _ = jax.lax.scan(body, x, params)
    return h.mean()
@functools.partial(jax.jit, in_shardings=(shard, s('dp')), out_shardings=(shard, None))
def train(params, x):
    l, g = jax.value_and_grad(fwd)(params, x)
    return jax.tree.map(lambda p, g: p - g, params, g), l
params, l = train(params, np.ones((16, 32), np.float32))
params, l = train(params, np.ones((16, 32), np.float32))
