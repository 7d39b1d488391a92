import functools
import jax, optax
import numpy as np
from jax import numpy as jnp, lax
from jax.sharding import AxisType, PartitionSpec as P
mesh = jax.make_mesh((8,), ('fsdp',), axis_types=(AxisType.Explicit,))
jax.set_mesh(mesh)
g = np.random.RandomState(7)
def w(*shape, spec=P(), s=0.1): return jax.device_put((g.normal(size=shape) * s).astype('float32'), spec)
L, D, F = 2, 16, 64
params = {'up': w(L, D, F, spec=P(None, 'fsdp')), 'down': w(L, F, D, spec=P(None, 'fsdp')), 'norm': w(L, D)}
def block(x, p_):
    up, down = (jax.sharding.reshard(p_[k], P()) for k in ('up', 'down'))
    h = x * lax.rsqrt(jnp.mean(x ** 2, -1, keepdims=True) + 1e-6) * (1 + p_['norm'])
    return x + jax.nn.silu(h @ up) @ down, None
def loss(params, x, y):
    h, _ = lax.scan(jax.checkpoint(block, policy=jax.checkpoint_policies.save_only_these_names()), x, params)
    return jnp.mean((h - y) ** 2)
tx = optax.adamw(1e-3)
st = tx.init(params)
@functools.partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, st, x, y):
    l, gr = jax.value_and_grad(loss)(params, x, y)
    up, st = tx.update(gr, st, params)
    return optax.apply_updates(params, up), st, l
x, y = w(16, 8, D, spec=P('fsdp')), w(16, 8, D, spec=P('fsdp'))
params, st, l = train_step(params, st, x, y)
