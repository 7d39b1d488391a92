"""A mixture of experts: rows sorted by their expert, a product for each group of them, gradients."""
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("data", "expert"), axis_types=(AxisType.Auto,) * 2)


def put(spec, *shape):
    return jax.device_put(jnp.ones(shape), NamedSharding(mesh, spec))


def mixture(params, x):
    weights, chosen = lax.top_k(jax.nn.softmax(x @ params["router"]), 2)
    order = jnp.argsort(chosen.reshape(-1))
    rows = jnp.take(x, order // 2, axis=0)
    sizes = jnp.bincount(chosen.reshape(-1), length=8)
    hidden = jax.nn.gelu(lax.ragged_dot(rows, params["up"], sizes))
    out = lax.ragged_dot(hidden, params["down"], sizes)
    back = jnp.zeros_like(out).at[order].set(out).reshape(x.shape[0], 2, -1)
    return jnp.sum(back * weights[..., None], axis=1)


@jax.jit
def train_step(params, x, y):
    def loss(params):
        return jnp.mean((mixture(params, x) - y) ** 2)
    value, gradients = jax.value_and_grad(loss)(params)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients)


weights = {"router": put(P(), 32, 8), "up": put(P("expert"), 8, 32, 48), "down": put(P("expert"), 8, 48, 32)}
train_step(weights, put(P("data"), 64, 32), put(P("data"), 64, 32))
