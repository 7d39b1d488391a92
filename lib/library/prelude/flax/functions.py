"""Functions of JAX by flax's names. flax 0.12.8: linen/activation.py, nnx/nn/activations.py."""

MODULE = "flax.linen flax.linen.activation flax.nnx"

celu = jax.nn.celu
elu = jax.nn.elu
gelu = jax.nn.gelu
glu = jax.nn.glu
hard_sigmoid = jax.nn.hard_sigmoid
hard_silu = jax.nn.hard_silu
hard_swish = jax.nn.hard_swish
hard_tanh = jax.nn.hard_tanh
identity = jax.nn.identity
leaky_relu = jax.nn.leaky_relu
log_sigmoid = jax.nn.log_sigmoid
log_softmax = jax.nn.log_softmax
logsumexp = jax.nn.logsumexp
one_hot = jax.nn.one_hot
relu = jax.nn.relu
relu6 = jax.nn.relu6
selu = jax.nn.selu
sigmoid = jax.nn.sigmoid
silu = jax.nn.silu
soft_sign = jax.nn.soft_sign
softmax = jax.nn.softmax
softplus = jax.nn.softplus
standardize = jax.nn.standardize
swish = jax.nn.swish
tanh = jnp.tanh
