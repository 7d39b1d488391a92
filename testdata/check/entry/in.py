import jax
import jax.numpy as jnp

mesh = jax.make_mesh((4, 2), ("data", "model"))
w = jnp.ones((128, 16))


@jax.jit
def forward(x, scale=2.0, *, bias):
    return (x @ w) * scale + bias
