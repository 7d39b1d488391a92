import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ('stage', 'data'))
stages, turns, rows, width = 4, 6, 4, 16
by_stages = NamedSharding(mesh, P('stage', 'data'))
def pipeline(weights, xs):
  state = jax.lax.with_sharding_constraint(jnp.zeros((stages, rows, width)), by_stages)
  def turn(state, x):
    state = jnp.roll(state, 1, axis=0).at[0].set(x)
    state = jax.vmap(lambda w, x: jnp.tanh(x @ w))(weights, state)
    state = jax.lax.with_sharding_constraint(state, by_stages)
    return state, state[-1]
  return jax.lax.scan(turn, state, xs)[1]
@jax.jit
def forward(weights, xs):
  return pipeline(weights, xs)
@jax.jit
def slopes(weights, xs):
  return jax.grad(lambda weights: jnp.mean(pipeline(weights, xs) ** 2))(weights)
weights = jax.device_put(jnp.full((stages, width, width), 0.1), NamedSharding(mesh, P('stage')))
xs = jax.device_put(np.ones((turns, rows, width), np.float32), NamedSharding(mesh, P(None, 'data')))
ys = forward(weights, xs)
dw = slopes(weights, xs)
