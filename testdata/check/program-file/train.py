import jax
import jax.numpy as jnp
from helper import scaled

w = load()  # shardctl: w: f32[32, 16@model]
y = scaled(x) @ w
z = y + jnp.ones((64, 8))  # shardctl: ignore[shape-mismatch] on purpose
if __name__ == "__main__":
    print(jnp.concatenate([y, w]))
