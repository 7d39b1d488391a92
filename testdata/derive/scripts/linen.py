import functools
from functools import partial
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
import flax.linen as nn
import optax
from flax.training import train_state
mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ('fsdp', 'tensor'))
class DotReluDot(nn.Module):
  depth: int
  @nn.compact
  def __call__(self, x):
    y = nn.Dense(self.depth, kernel_init=nn.with_partitioning(nn.initializers.xavier_normal(), (None, 'tensor')), use_bias=True)(x)
    y = jax.nn.silu(y)
    W2 = self.param('W2', nn.with_partitioning(nn.initializers.xavier_normal(), ('tensor', None)), (self.depth, x.shape[-1]))
    z = jnp.dot(y, W2)
    z = jax.lax.with_sharding_constraint(z, NamedSharding(mesh, P('fsdp', None)))
    return z
class MLP(nn.Module):
  num_layers: int
  depth: int
  @nn.compact
  def __call__(self, x):
    block = DotReluDot
    for _ in range(self.num_layers):
      x = block(self.depth)(x)
    return x
x = jax.device_put(jax.random.normal(jax.random.key(0), (16, 32)), NamedSharding(mesh, P('fsdp', None)))
model = MLP(3, 64)
optimizer = optax.sgd(0.1)
def init_fn(k, x):
  variables = model.init(k, x)
  return train_state.TrainState.create(apply_fn=model.apply, params=variables['params'], tx=optimizer)
abstract_variables = jax.eval_shape(init_fn, jax.random.key(0), x)
state_sharding = nn.get_sharding(abstract_variables, mesh)
jit_init_fn = jax.jit(init_fn, in_shardings=(NamedSharding(mesh, P()), NamedSharding(mesh, P('fsdp', None))), out_shardings=state_sharding)
state = jit_init_fn(jax.random.key(0), x)
@functools.partial(jax.jit, in_shardings=(state_sharding, NamedSharding(mesh, P('fsdp', None))), out_shardings=state_sharding, donate_argnums=0)
def train_step(state, x):
  def loss_unrolled(params):
    y = model.apply({'params': params}, x)
    return y.sum()
  grads = jax.grad(loss_unrolled)(state.params)
  return state.apply_gradients(grads=grads)
with mesh:
  new_state = train_step(state, x)
