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


_UNSIGNED = {8: jnp.uint8, 16: jnp.uint16, 32: jnp.uint32, 64: jnp.uint64}


def uniform_numbers(key, shape, dtype, low, high):
    """Numbers of a float dtype, evenly from low up to high: its mantissa is drawn (_uniform)."""
    low, high = low.astype(dtype), high.astype(dtype)
    low, high = _of_rank(low, len(shape)), _of_rank(high, len(shape))
    _, (bits, _, _, mantissa) = float_format(dtype)
    drawn = 8 if mantissa < 8 else bits
    unsigned = _UNSIGNED[bits]
    numbers = random_bits(key, drawn, shape).astype(unsigned)
    numbers = lax.shift_right_logical(numbers, constant(unsigned, number=drawn - mantissa))
    numbers = lax.bitwise_or(numbers, constant(unsigned))
    numbers = lax.bitcast_convert_type(numbers, dtype) - constant(dtype, number=1)
    return jnp.maximum(low, lax.reshape(numbers * (high - low) + low, shape))


def uniform_between(key, shape, dtype, low, high):
    """The same between two numbers of Python."""
    return uniform_numbers(key, shape, dtype, handed(dtype, low), handed(dtype, high))


def normal_numbers(key, shape, dtype):
    """Numbers of the normal distribution (_normal)."""
    if jnp.issubdtype(dtype, jnp.complexfloating):
        keys, real = jax.random.split(key), real_dtype(dtype)
        parts = [normal_numbers(keys[i], shape, real).astype(dtype) for i in range(2)]
        return (parts[0] + 1j * parts[1]) / constant(dtype)
    u = uniform_between(key, shape, dtype, -1.0, 1.0)
    return constant(dtype, number=math.sqrt(2)) * lax.erf_inv(u)


def exponential_numbers(key, shape, dtype):
    return -lax.log1p(-uniform_between(key, shape, dtype, 0.0, 1.0))


def laplace_numbers(key, shape, dtype):
    u = uniform_between(key, shape, dtype, -1.0, 1.0)
    return lax.sign(u) * lax.log1p(-lax.abs(u))


def cauchy_numbers(key, shape, dtype):
    u = uniform_between(key, shape, dtype, float(jnp.finfo(dtype).eps), 1.0)
    return lax.tan((u - 0.5) * math.pi)


def logistic_numbers(key, shape, dtype):
    u = uniform_between(key, shape, dtype, float(jnp.finfo(dtype).tiny), 1.0)
    return lax.log(u) - lax.log1p(-u)


def gumbel_numbers(key, shape, dtype, mode=None):
    """In the low mode, or in the high one, which draws twice and stands for the highest (_gumbel)."""
    limits = jnp.finfo(dtype)
    if mode is None or mode == "low":
        return -lax.log(-lax.log(uniform_between(key, shape, dtype, float(limits.tiny), 1.0)))
    both = uniform_between(key, (2,) + tuple(shape), dtype, 0.0, 1.0)
    high, low = both[0], both[1]
    x = jnp.where(high >= 0.5, high, high + float(limits.eps) * low + float(limits.tiny))
    return -lax.log(-lax.log1p(-x))


def integer_numbers(key, shape, dtype, low, high):
    """Integers from low up to high, of two draws (_randint)."""
    most = min(jnp.iinfo(dtype).max, jnp.iinfo(high.dtype).max)
    above = high > constant(high.dtype, number=most)
    low, high = low.astype(dtype), high.astype(dtype)
    low, high = _of_rank(low, len(shape)), _of_rank(high, len(shape))
    bits = 8 * dtype.itemsize
    unsigned = _UNSIGNED[bits]
    one = constant(unsigned, number=1)
    keys = jax.random.split(key)
    upper, lower = random_bits(keys[0], bits, shape), random_bits(keys[1], bits, shape)
    span = (high - low).astype(unsigned)
    span = jnp.where(high <= low, one, span)
    span = jnp.where(above & (high > low), span + one, span)
    power = jnp.broadcast_to(constant(unsigned, number=2 ** (bits // 2)), span.shape)
    power = lax.rem(power, span)
    power = lax.rem(power * power, span)
    span = jnp.broadcast_to(span, shape)
    offset = lax.rem(upper, span) * power + lax.rem(lower, span)
    return low + lax.rem(offset, span).astype(dtype)


def numbers(key, shape, dtype):
    """Numbers of the dtype, of a distribution that is not followed."""
    drawn = dtype if jnp.issubdtype(dtype, jnp.floating) else jnp.dtype(jnp.float32)
    return uniform_between(key, shape, drawn, 0.0, 1.0).astype(dtype)


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
