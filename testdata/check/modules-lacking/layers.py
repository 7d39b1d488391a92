import jax.numpy as jnp

import settings


def dense(x):
    return x @ jnp.ones((3, 4))
