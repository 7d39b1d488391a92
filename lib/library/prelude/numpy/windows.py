"""Windows of signals: vectors of a length that is known. JAX: numpy/window_functions.py."""


def _places(M):
    return lax.iota(jnp.float32, M)


@function("jax.numpy")
def bartlett(M):
    M = concrete_int(M)
    if M <= 1:
        return lax.full((M,), 1, jnp.float32)
    return 1 - jnp.abs(2 * _places(M) + 1 - M) / (M - 1)


@function("jax.numpy")
def blackman(M):
    M = concrete_int(M)
    if M <= 1:
        return lax.full((M,), 1, jnp.float32)
    turn = 2 * math.pi * _places(M) / (M - 1)
    return 0.42 - 0.5 * jnp.cos(turn) + 0.08 * jnp.cos(2 * turn)


@function("jax.numpy")
def hamming(M):
    M = concrete_int(M)
    if M <= 1:
        return lax.full((M,), 1, jnp.float32)
    return 0.54 - 0.46 * jnp.cos(2 * math.pi * _places(M) / (M - 1))


@function("jax.numpy")
def hanning(M):
    M = concrete_int(M)
    if M <= 1:
        return lax.full((M,), 1, jnp.float32)
    return 0.5 * (1 - jnp.cos(2 * math.pi * _places(M) / (M - 1)))
