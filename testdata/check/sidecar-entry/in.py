import jax, jax.numpy as jnp
from jax.sharding import PartitionSpec as P


def forward(params, x, scale=2.0):
    h = jnp.einsum("bd,df->bf", x, params["w"])
    return jax.lax.with_sharding_constraint(h, P("data", "model", None)) * scale
