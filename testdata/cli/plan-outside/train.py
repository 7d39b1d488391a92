"""A script that trains without jit: each operation is compiled by itself, and a line of a loop runs in every turn."""
# shardctl: framework=jax==0.10.2 devices=8
import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
x = jax.device_put(jnp.ones((64, 128)), NamedSharding(mesh, P("data", "model")))
w = jax.device_put(jnp.ones((128, 256)), NamedSharding(mesh, P("model", None)))
whole = jax.device_put(jnp.ones((256,)), NamedSharding(mesh, P()))
whole = whole * 2  # each device has all of it


@jax.jit
def predict(w, x):
    return jax.nn.relu(x @ w)


@jax.jit
def update(w, gradient):
    return w - 0.1 * gradient


def loss_of(w, x):
    return jnp.mean((predict(w, x) - whole) ** 2)


for _ in range(10):
    gradient = jax.grad(loss_of)(w, x)
    w = update(w, gradient)
    norm = jnp.linalg.norm(gradient)
turned = jax.device_put(w, NamedSharding(mesh, P(None, "model")))
order = jnp.argsort(x, axis=0)
