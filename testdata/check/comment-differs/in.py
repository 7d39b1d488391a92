import jax.numpy as jnp

x = jnp.ones((8, 4))  # shardctl: x: f32[8, 5]
n, text = 3, "a"  # shardctl: n: 4, text: 'a'
