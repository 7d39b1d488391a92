"""What functions of rlax have in common."""


def require(ranks, types, *arrays):
    """What rlax asks of its arguments by chex."""
    chex = library_module("chex")
    chex.assert_rank(list(arrays), ranks)
    chex.assert_type(list(arrays), types)


def stopped_if(stop, x):
    """The array, whose derivative is none where that is asked for."""
    return jax.lax.select(stop, jax.lax.stop_gradient(x), x)
