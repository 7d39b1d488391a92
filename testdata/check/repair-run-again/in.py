# A repair is tried by running what follows it again, with what the first run has found of the library.
import jax
import jax.numpy as jnp
import optax
from jax.sharding import AxisType, PartitionSpec as P

jax.set_mesh(jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Explicit,) * 2))
params = {
    "up": jax.device_put(jnp.ones((16, 32)), P(None, "model")),
    "bias": jax.device_put(jnp.zeros((32,)), P("model")),
    "down": jax.device_put(jnp.ones((32, 8)), P("model", None)),
}
batch = jax.device_put(jnp.ones((64, 16)), P("data", None))
targets = jax.device_put(jnp.zeros((64, 8)), P("data", None))
optimizer = optax.MultiSteps(optax.adamw(1e-3), every_k_schedule=4)
state = optimizer.init(params)


def loss_of(params, x, y):
    h = jax.nn.relu(x @ params["up"] + params["bias"])
    out = jnp.dot(h, params["down"], out_sharding=P("data", None))
    return jnp.mean((out - y) ** 2)


@jax.jit
def step(params, state, x, y):
    loss, gradients = jax.value_and_grad(loss_of)(params, x, y)
    updates, state = optimizer.update(gradients, state, params)
    return optax.apply_updates(params, updates), state, loss


for i in range(4):
    params, state, loss = step(params, state, batch[i * 10:(i + 1) * 10], targets)
finished = optimizer.has_updated(state)
