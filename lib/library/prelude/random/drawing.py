"""What the functions that draw numbers share. JAX: random/core.py."""


def dtype_text(name, dtype, kind):
    return f"dtype argument to `{name}` must be {kind} dtype, got {dtype.name}"


def require_float(name, dtype):
    if not jnp.issubdtype(dtype, jnp.floating):
        refuse(ValueError, dtype_text(name, dtype, "a float"), rule="dtype-mismatch")


def require_inexact(name, dtype):
    if not jnp.issubdtype(dtype, jnp.inexact):
        refuse(ValueError, dtype_text(name, dtype, "a float or complex"), rule="dtype-mismatch")


def require_integer(name, dtype):
    if not jnp.issubdtype(dtype, jnp.integer):
        refuse(ValueError, dtype_text(name, dtype, "an int"), rule="dtype-mismatch")


def common_shape(name, shape, shapes):
    """The shape of the sample: that of the parameters, or the one given, which they must fit."""
    common = lax.broadcast_shapes(*([] if shape is None else [shape]), *shapes)
    if shape is not None and common != shape:
        refuse(ValueError, f"{name} parameter shapes must be broadcast-compatible with shape "
               "argument, and the result of broadcasting the shapes must equal the shape "
               f"argument, but got result {common} for shape argument {shape}.",
               rule="shape-mismatch")
    return common


def sampler_sharding(sharding, shape):
    """A scalar on an Explicit mesh is asked for as replicated (canonicalize_sharding_for_samplers)."""
    if sharding is None and not shape and release >= (0, 7) and has_explicit_axes(only=True):
        return P()
    return sharding


def _of_rank(x, rank):
    return x if x.ndim >= rank else lax.expand_dims(x, range(rank - x.ndim))


def uniform_numbers(key, shape, dtype, low, high):
    """Numbers of a float dtype, evenly from low up to high (_uniform)."""
    low, high = low.astype(dtype), high.astype(dtype)
    width = 8 * dtype.itemsize
    unsigned = {8: jnp.uint8, 16: jnp.uint16, 32: jnp.uint32, 64: jnp.uint64}[width]
    bits = random_bits(key, 8 if dtype == jnp.bfloat16 else width, shape)
    numbers = lax.bitcast_convert_type(bits.astype(unsigned), dtype)
    low, high = _of_rank(low, len(shape)), _of_rank(high, len(shape))
    return jnp.maximum(low, lax.reshape(numbers * (high - low) + low, shape))


def numbers(key, shape, dtype):
    """Numbers of the dtype, of any distribution without parameters."""
    drawn = dtype if jnp.issubdtype(dtype, jnp.floating) else jnp.dtype(jnp.float32)
    bound = constant(drawn)
    return uniform_numbers(key, shape, drawn, bound, bound).astype(dtype)


def take(make, sharding, key, *arrays):
    """What `make` makes of the key and the arrays, with the sharding that is asked for."""
    unmapped_key(key)
    return with_auto_axes(make, sharding, key, *arrays)


def as_arrays(name, parameters):
    """The parameters, as a list of arrays."""
    if not parameters:
        return []
    arrays = require_arrays(name, *parameters)
    return [arrays] if len(parameters) == 1 else list(arrays)


def check_mode(mode):
    """mode= of gumbel."""
    if mode is None:
        return
    if not isinstance(mode, str):
        unknown("a mode that is not a text is not known")
    if mode not in (("low", "high", "highest") if release >= (0, 10) else ("low", "high")):
        raise ValueError(f"Must provide valid mode for gumbel got: {mode}")
