# What is not known before it does not give jax the name.
import jax
import jax.numpy as jnp
import somewhere

data = somewhere.load()
somewhere.change(data, jnp)
x = jnp.ones(3) * data.size
for step in range(3000):
    y = jnp.ones(3) * step
z = jax.tree_map(jnp.sin, {"a": y})
