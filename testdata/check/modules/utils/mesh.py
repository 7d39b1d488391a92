import jax
def make_mesh(a, b):
    return jax.make_mesh((a, b), ("data", "model"))
