from jaxtyping import Array, Float


def loss(model, x: Float[Array, "batch d"], y: Float[Array, "... d"], n=3):
    return model(x) - y
