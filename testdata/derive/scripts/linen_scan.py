import jax, optax
import numpy as np
from jax import numpy as jnp, random as jr
from jax.sharding import AxisType, NamedSharding as NS, PartitionSpec as P
import flax.linen as nn
from flax.training import train_state as ts
mesh = jax.make_mesh((2, 4), ('data', 'model'), axis_types=(AxisType.Auto,) * 2)
g = np.random.RandomState(7)
class Layer(nn.Module):
    @nn.compact
    def __call__(self, x, _):
        h = nn.RMSNorm()(x)
        h = nn.Dense(64, use_bias=False)(h)
        x = x + nn.Dense(16)(nn.swish(h))
        return x, None
class Stack(nn.Module):
    @nn.compact
    def __call__(self, ids):
        x = nn.Embed(32, 16)(ids)
        x, _ = nn.scan(nn.remat(Layer, prevent_cse=False), variable_axes={'params': 0}, split_rngs={'params': True}, length=3)()(x, None)
        return nn.Dense(32)(x)
net = Stack()
v = net.init(jr.key(0), jnp.zeros((1, 8), int))
def rule(path, x):
    name = jax.tree_util.keystr(path)
    if 'kernel' in name and x.ndim == 3: return NS(mesh, P(None, 'data'))
    return NS(mesh, P())
v = jax.device_put(v, jax.tree_util.tree_map_with_path(rule, v))
state = ts.TrainState.create(apply_fn=net.apply, params=v['params'], tx=optax.lion(1e-4))
@jax.jit
def step(state, ids):
    def f(q):
        z = state.apply_fn({'params': q}, ids[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(z, ids[:, 1:]).mean()
    l, gr = jax.value_and_grad(f)(state.params)
    return state.apply_gradients(grads=gr), l, optax.global_norm(gr)
ids = jax.device_put(g.randint(0, 32, (8, 9)), NS(mesh, P('data')))
state, l, n = step(state, ids)
