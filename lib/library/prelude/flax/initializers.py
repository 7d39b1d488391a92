"""Initializers by flax's names. flax 0.12.8: linen/initializers.py, nnx/nn/initializers.py."""

MODULE = "flax.linen.initializers flax.nnx.initializers"

constant = jax.nn.initializers.constant
delta_orthogonal = jax.nn.initializers.delta_orthogonal
glorot_normal = jax.nn.initializers.glorot_normal
glorot_uniform = jax.nn.initializers.glorot_uniform
he_normal = jax.nn.initializers.he_normal
he_uniform = jax.nn.initializers.he_uniform
kaiming_normal = jax.nn.initializers.kaiming_normal
kaiming_uniform = jax.nn.initializers.kaiming_uniform
lecun_normal = jax.nn.initializers.lecun_normal
lecun_uniform = jax.nn.initializers.lecun_uniform
normal = jax.nn.initializers.normal
ones = jax.nn.initializers.ones
orthogonal = jax.nn.initializers.orthogonal
truncated_normal = jax.nn.initializers.truncated_normal
uniform = jax.nn.initializers.uniform
variance_scaling = jax.nn.initializers.variance_scaling
xavier_normal = jax.nn.initializers.xavier_normal
xavier_uniform = jax.nn.initializers.xavier_uniform
zeros = jax.nn.initializers.zeros


def zeros_init():
    return zeros


def ones_init():
    return ones
