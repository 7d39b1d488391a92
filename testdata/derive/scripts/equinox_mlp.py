import functools
import numpy as np
import jax
import jax.numpy as jnp
from jax.experimental import mesh_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
import equinox as eqx
import optax
mesh = jax.sharding.Mesh(jax.experimental.mesh_utils.create_device_mesh((2, 4)), ('x', 'y'))
model = eqx.nn.MLP(16, 8, 32, 2, activation=jax.nn.relu, key=jax.random.key(0))
optim = optax.chain(optax.clip(1.0), optax.adam(1e-3))
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
data = NamedSharding(mesh, P('x'))
replicated = NamedSharding(mesh, P())
model, opt_state = eqx.filter_shard((model, opt_state), replicated)
@eqx.filter_value_and_grad
def compute_loss(model, x, y):
  pred = jax.vmap(model)(x)
  return jnp.mean((y - pred) ** 2)
@eqx.filter_jit
def make_step(model, opt_state, x, y):
  loss, grads = compute_loss(model, x, y)
  updates, opt_state = optim.update(grads, opt_state, eqx.filter(model, eqx.is_inexact_array))
  model = eqx.apply_updates(model, updates)
  return model, opt_state, loss
x = jax.device_put(np.ones((16, 16), np.float32), data)
y = jax.device_put(np.ones((16, 8), np.float32), data)
model, opt_state, loss = make_step(model, opt_state, x, y)
