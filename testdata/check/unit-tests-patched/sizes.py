import jax.numpy as jnp


def size():
    return 4


def widen(x):
    return x + jnp.ones(size())
