import jax
x = 1 +
