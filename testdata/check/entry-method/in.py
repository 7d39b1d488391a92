import jax.numpy as jnp


class Layer:
    def __init__(self, d=128):
        self.w = jnp.ones((d, 4))

    def __call__(self, x):
        return x @ self.w
