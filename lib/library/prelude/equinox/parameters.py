"""Parameters and arguments of layers. equinox 0.13.8: _misc.py, nn/_misc.py, nn/_conv.py."""


def truth(inference):
    """Whether a layer is used for inference, which jax.jit makes an array of where it is given the whole layer."""
    try:
        return bool(inference)
    except TypeError as error:
        raise error


def floating(dtype):
    """dtype= of a layer, by default that of floats."""
    if dtype is not None:
        return dtype
    return jnp.float64 if enables_x64() else jnp.float32


def uniform(key, shape, dtype, limit):
    if not jnp.issubdtype(dtype, jnp.complexfloating):
        return jax.random.uniform(key, shape, dtype, minval=-limit, maxval=limit)
    real_key, imag_key = jax.random.split(key, 2)
    part = real_dtype(dtype)
    real = jax.random.uniform(real_key, shape, part, minval=-limit, maxval=limit)
    imag = jax.random.uniform(imag_key, shape, part, minval=-limit, maxval=limit)
    return real.astype(dtype) + 1j * imag.astype(dtype)


def is_sequence(x):
    return isinstance(x, (tuple, list, str))


def per_dimension(x, count):
    """The argument of a convolution for each dimension."""
    if not is_sequence(x):
        return (x,) * count
    if len(x) != count:
        raise ValueError(f"Length of {x} (length = {len(x)}) is not equal to {count}")
    return tuple(x)


def pairs(padding, count):
    """padding= as what is added in front and behind of each dimension, or None where it is neither."""
    if isinstance(padding, int):
        return ((padding, padding),) * count
    if not is_sequence(padding) or len(padding) != count:
        return None
    if all([is_sequence(p) for p in padding]):
        return tuple(padding)
    return tuple([(p, p) for p in padding])


def is_left_out(state):
    """Whether a layer that takes a state= of no use to it was called without one."""
    return isinstance(state, str)


def with_state(out, state):
    return out if is_left_out(state) else (out, state)
