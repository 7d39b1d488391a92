"""A name that a module beside the script certainly lacks is Python's error, and one that it may make is not."""
import jax.numpy as jnp

import layers
from parts import blocks
from parts.lazy import anything
from registry import made

try:
    from layers import fast
except ImportError:
    fast = None
assert fast is None and not hasattr(layers, "fast")
layers.added = 3
x = layers.dense(jnp.ones((2, layers.added)))
y = blocks.twice(x)
print(anything, made, layers.given)
z = blocks.thrice(x)
from layers import dense, convolution
