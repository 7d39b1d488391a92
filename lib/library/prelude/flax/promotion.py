"""The dtype in which a layer computes. flax 0.12.8: linen/dtypes.py."""


def canonical(args, dtype, inexact=True):
    if dtype is None:
        dtype = jnp.result_type(*[jnp.asarray(x) for x in args if x is not None])
        if inexact and not jnp.issubdtype(dtype, jnp.inexact):
            dtype = jnp.promote_types(jnp.float32, dtype)
    if inexact and not jnp.issubdtype(dtype, jnp.inexact):
        raise ValueError(f"Dtype must be inexact: {dtype}")
    return dtype


def promote(*args, dtype=None, inexact=True):
    dtype = canonical(args, dtype, inexact)
    return [jnp.asarray(x, dtype) if x is not None else None for x in args]


def promote_by(function, arrays, dtype):
    """The arrays as a function of the program promotes them, or else as a layer does."""
    return promote(*arrays, dtype=dtype) if function is None else program_call(function, arrays, dtype=dtype)
