framework: jax
