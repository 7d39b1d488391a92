import jax.numpy as jnp
import jaxtyping as jt
from jaxtyping import Array, Float, Int


def loss(x: Float[Array, "batch d"], y: Int[Array, " batch"], w: jt.Float32[Array, "d 4"]) -> Float[Array, ""]:
    return jnp.sum(x @ w - y)
