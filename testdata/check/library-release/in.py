"""A name that Flax has only from another release on, and comments that name what is not known."""
# shardctl: framework=jax==0.10.2 flax==0.10.4 haiku==0.0.13 einops==0.8.2
import jax.numpy as jnp
from flax import nnx

x = jnp.zeros((4, 8))
layers = nnx.List([nnx.Linear(8, 8, rngs=nnx.Rngs(0))])
y = layers[0](x)
