import jax.numpy as jnp

from pipeline import load, normalize

batch = load()
x, labels = load()
w = jnp.ones((8, 4))
y = batch @ w
z = jnp.sum(batch)
s = normalize(w)
t = labels - w
