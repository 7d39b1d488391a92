"""Windows of signals: vectors of a length that is known. JAX: numpy/window_functions.py."""


def _places(M):
    return lax.iota(float, M)


@function("jax.numpy")
def bartlett(M):
    M = int(M) if isinstance(M, float) else concrete_int(M)
    if M <= 1:
        return lax.full((M,), 1, float)
    return 1 - jnp.abs(2 * _places(M) + 1 - M) / (M - 1)


@function("jax.numpy")
def blackman(M):
    M = int(M) if isinstance(M, float) else concrete_int(M)
    if M <= 1:
        return lax.full((M,), 1, float)
    turn = 2 * math.pi * _places(M) / (M - 1)
    return 0.42 - 0.5 * jnp.cos(turn) + 0.08 * jnp.cos(2 * turn)


@function("jax.numpy")
def hamming(M):
    M = int(M) if isinstance(M, float) else concrete_int(M)
    if M <= 1:
        return lax.full((M,), 1, float)
    return 0.54 - 0.46 * jnp.cos(2 * math.pi * _places(M) / (M - 1))


@function("jax.numpy")
def hanning(M):
    M = int(M) if isinstance(M, float) else concrete_int(M)
    if M <= 1:
        return lax.full((M,), 1, float)
    return 0.5 * (1 - jnp.cos(2 * math.pi * _places(M) / (M - 1)))


@function("jax.numpy")
def kaiser(M, beta):
    M = int(M) if isinstance(M, float) else concrete_int(M)
    if M <= 1:
        return lax.full((M,), 1, float)
    middle = 0.5 * (M - 1)
    return i0(beta * jnp.sqrt(1 - ((_places(M) - middle) / middle) ** 2)) / i0(beta)


@function("jax.numpy", jitted="itself")
def i0(x):
    x, = promote_dtypes_inexact(require_arrays("i0", x))
    if not jnp.issubdtype(x.dtype, jnp.floating):
        refuse(ValueError, f"Unsupported input type to jax.numpy.i0: {x.dtype.name}", rule="dtype-mismatch")
    x = lax.abs(x)
    return lax.mul(lax.exp(x), lax.bessel_i0e(x))
