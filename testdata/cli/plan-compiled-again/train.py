import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)


@jax.jit
def step(state, x):
    def loss(weight, bias):
        return jnp.mean(jnp.square(x @ weight + bias))

    gradients = jax.grad(loss, (0, 1))(*state)
    return tuple(value - 0.1 * gradient for value, gradient in zip(state, gradients))


def main():
    weight = jax.device_put(jnp.ones((64, 128)), NamedSharding(mesh, P(None, "model")))
    state = weight, jax.device_put(jnp.zeros(128), NamedSharding(mesh, P()))
    for batch in (32, 32, 32, 16):
        x = jax.device_put(jnp.ones((batch, 64)), NamedSharding(mesh, P("data")))
        state = step(state, x)


main()
