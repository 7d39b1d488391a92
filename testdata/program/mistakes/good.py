import jax.numpy as jnp

@jax.jit
def f(x, i, j):
    return x.at[:, i].set(x.at[:, j].get())

with jax.set_mesh(mesh):
    y = f(x, i, j)
