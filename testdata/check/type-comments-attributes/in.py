import jax.numpy as jnp

from settings import load

c = load()
# shardctl: c.run.seed: 0, c.model.width: 4, c.model.depth: 2
# shardctl: c.x: f32[8, 5]
w = jnp.ones((c.model.width, c.model.depth))
y = c.x @ w
z = w + c.model.bias
