# What a program may raise because it is for another number of devices than those that are tried.
import jax
import jax.numpy as jnp

first, second, third = jax.devices()
jax.device_put(jnp.ones(3), third)
