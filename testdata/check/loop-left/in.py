import jax
import jax.numpy as jnp

params = {"w": jnp.ones((4, 8)), "b": jnp.zeros(8)}
losses = []
for step in range(1_000_000):
    grads = jax.tree.map(lambda p: p * 0.1, params)
    params = jax.tree.map(lambda p, g: p - g, params, grads)
    losses.append(params["b"].sum())
    if step % 100 == 0:
        print(step, losses[-1])
out = jnp.ones((2, 8)) @ params["w"]
