# The file may have given jax the name.
import jax
import jax.numpy as jnp
import somewhere


def patch():
    setattr(jax, "tree_map", jax.tree.map)


data = somewhere.load()
if data:
    patch()
x = jnp.ones(3) * data.size
z = jax.tree_map(jnp.sin, {"a": x})
