import jax, optax
import numpy as np
import jax.numpy as jnp
from jax import random
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
import flax.linen as nn
from flax.training import train_state
from typing import Any
mesh = Mesh(np.asarray(jax.devices()).reshape(2, 4), axis_names=('data', 'model'))
put = lambda x, *s: jax.device_put(x, NamedSharding(mesh, P(*s)))
class ResBlock(nn.Module):
    ch: int
    @nn.compact
    def __call__(self, x, train):
        y = nn.Conv(self.ch, (3, 3), use_bias=False)(x)
        y = nn.BatchNorm(use_running_average=not train, momentum=0.9)(y)
        y = nn.relu(y)
        y = nn.Conv(self.ch, (3, 3), use_bias=False)(y)
        y = nn.BatchNorm(use_running_average=not train)(y)
        if x.shape != y.shape:
            x = nn.Conv(self.ch, (1, 1), strides=(x.shape[1] // y.shape[1],) * 2)(x)
        return nn.relu(x + y)
class ResNet(nn.Module):
    @nn.compact
    def __call__(self, x, train=True):
        x = nn.Conv(8, (3, 3))(x)
        x = nn.max_pool(x, (2, 2), strides=(2, 2))
        x = ResBlock(16)(x, train)
        x = nn.Dropout(0.1, deterministic=not train)(x)
        return nn.Dense(8)(x.mean((1, 2)))
class State(train_state.TrainState):
    batch_stats: Any
model = ResNet()
variables = model.init({'params': random.key(0), 'dropout': random.key(1)}, jnp.ones((1, 8, 8, 3)))
state = State.create(apply_fn=model.apply, params=variables['params'], batch_stats=variables['batch_stats'], tx=optax.adam(1e-3))
state = jax.device_put(state, NamedSharding(mesh, P()))
@jax.jit
def train_step(state, batch, key):
    key = random.fold_in(key, state.step)
    def loss_fn(params):
        logits, new = state.apply_fn({'params': params, 'batch_stats': state.batch_stats}, batch['x'], rngs={'dropout': key}, mutable=['batch_stats'])
        loss = optax.softmax_cross_entropy(logits, jax.nn.one_hot(batch['y'], 8)).mean()
        return loss + 1e-4 * sum(jnp.sum(w ** 2) for w in jax.tree.leaves(params) if w.ndim > 1), (new, logits)
    (loss, (new, logits)), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    state = state.apply_gradients(grads=grads, batch_stats=new['batch_stats'])
    return state, {'loss': loss, 'acc': jnp.mean(jnp.argmax(logits, -1) == batch['y'])}
batch = {'x': put(np.ones((16, 8, 8, 3), np.float32), 'data'), 'y': put(np.zeros((16,), np.int32), 'data')}
state, m = train_step(state, batch, random.key(2))
