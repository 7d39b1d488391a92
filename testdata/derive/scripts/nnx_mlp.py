import functools
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import NamedSharding, PartitionSpec as P, AxisType
from flax import nnx
import optax
mesh = jax.make_mesh((2, 4), ('x', 'y'), axis_types=(jax.sharding.AxisType.Auto,) * 2)
class MLP(nnx.Module):
  def __init__(self, din, dmid, dout, *, rngs: nnx.Rngs):
    self.linear = nnx.Linear(din, dmid, kernel_init=nnx.with_partitioning(nnx.initializers.lecun_normal(), ('x', 'y')), rngs=rngs)
    self.ln = nnx.LayerNorm(dmid, rngs=rngs)
    self.linear_out = nnx.Linear(dmid, dout, kernel_init=nnx.with_partitioning(nnx.initializers.lecun_normal(), ('y', None)), rngs=rngs)
  def __call__(self, x):
    x = self.linear(x)
    x = self.ln(x)
    x = nnx.gelu(x)
    return self.linear_out(x)
@nnx.jit
def create_sharded_model():
  model = MLP(32, 64, 8, rngs=nnx.Rngs(0))
  state = nnx.state(model)
  pspecs = nnx.get_partition_spec(state)
  sharded_state = jax.lax.with_sharding_constraint(state, pspecs)
  nnx.update(model, sharded_state)
  return model
with jax.set_mesh(mesh):
  model = create_sharded_model()
  optimizer = nnx.Optimizer(model, optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(3e-4, weight_decay=0.1)), wrt=nnx.Param)
  data_sharding = NamedSharding(mesh, P('x', None))
  batch = {'x': jax.device_put(np.ones((16, 32), np.float32), data_sharding), 'y': jax.device_put(np.ones((16,), np.int32), NamedSharding(mesh, P('x')))}
def loss_fn(model, batch):
  logits = model(batch['x'])
  loss = optax.softmax_cross_entropy_with_integer_labels(logits=logits, labels=batch['y']).mean()
  return loss, logits
with jax.set_mesh(mesh):
  @nnx.jit
  def train_step(model, optimizer, batch):
    (loss, logits), grads = nnx.value_and_grad(loss_fn, has_aux=True)(model, batch)
    optimizer.update(model, grads)
    return loss
  loss = train_step(model, optimizer, batch)
