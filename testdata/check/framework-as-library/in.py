"""A release of the framework, said as that of a library is."""
# shardctl: jax==0.10.2
import jax.numpy as jnp

x = jnp.zeros((4, 8))
