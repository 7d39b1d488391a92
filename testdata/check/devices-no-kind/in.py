# shardctl: devices=8
import jax
import jax.numpy as jnp

assert jax.devices()[0].platform in ("cpu", "gpu", "tpu")
x = jnp.ones((8, 6)) @ jnp.ones((5, 4))
