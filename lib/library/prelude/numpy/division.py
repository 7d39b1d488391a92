"""Quotients that are rounded down, remainders and powers. Each step can fail on its own shardings.
JAX: numpy/ufuncs.py."""

VALUES = "floor_divide remainder mod divmod fmod power"


def _operands(name, x1, x2):
    return promote_ranks(*promote_dtypes_numeric(*require_arrays(name, x1, x2)))


def _divide_floats(x, y):
    """The quotient and the remainder (_float_divmod)."""
    remainder = lax.rem(x, y)
    quotient = lax.sub(x, remainder)
    if release >= (0, 10, 2):
        quotient = jnp.where(y == 0, x, quotient)
    quotient = lax.div(quotient, y)
    other_sign = lax.bitwise_and(remainder != 0, lax.sign(y) != lax.sign(remainder))
    remainder = lax.select(other_sign, remainder + y, remainder)
    return lax.round(lax.select(other_sign, quotient - 1.0, quotient)), remainder


def _quotient(x, y):
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        refuse(TypeError, "floor_divide does not support complex-valued inputs", rule="dtype-mismatch")
    if jnp.issubdtype(x.dtype, jnp.floating):
        return _divide_floats(x, y)[0]
    quotient = lax.div(x, y)
    if jnp.issubdtype(x.dtype, jnp.signedinteger):
        rounded_up = lax.bitwise_and(lax.sign(x) != lax.sign(y), lax.rem(x, y) != 0)
        quotient = jnp.where(rounded_up, quotient - 1, quotient)
    return quotient


def _modulo(x, y):
    if jnp.issubdtype(y.dtype, jnp.integer):
        y = jnp.where(y == 0, y, y)
    remainder = lax.rem(x, y)
    other_sign = lax.bitwise_and(lax.ne(remainder < 0, y < 0), remainder != 0)
    return lax.select(other_sign, lax.add(remainder, y), remainder)


@function("jax.numpy", jitted="within")
def floor_divide(x1, x2, /):
    return _quotient(*_operands("floor_divide", x1, x2))


@function("jax.numpy", jitted="within")
def remainder(x1, x2, /):
    return _modulo(*_operands("remainder", x1, x2))


@function("jax.numpy", jitted="within")
def mod(x1, x2, /):
    return _modulo(*_operands("mod", x1, x2))


@function("jax.numpy", jitted="within")
def divmod(x1, x2, /):
    x, y = _operands("divmod", x1, x2)
    if jnp.issubdtype(x.dtype, jnp.integer):
        return _quotient(x, y), _modulo(x, y)
    return _divide_floats(x, y)


@function("jax.numpy", jitted="within")
def fmod(x1, x2, /):
    x, y = require_arrays("fmod", x1, x2)
    if jnp.issubdtype(jnp.result_type(x, y), jnp.integer):
        y = jnp.where(y == 0, y, y)
    return lax.rem(*_operands("fmod", x, y))


@function("jax.numpy", jitted="within")
def fmin(x1, x2):
    x, y = require_arrays("fmin", x1, x2)
    return jnp.where(jnp.logical_or(x < y, y != y), x, y)


@function("jax.numpy", jitted="within")
def fmax(x1, x2):
    x, y = require_arrays("fmax", x1, x2)
    return jnp.where(jnp.logical_or(x > y, y != y), x, y)


def _integer_powers(x, y):
    """By squares, for every bit of the exponent (_pow_int_int)."""
    fits = [0 <= n < 63 for n in held(y) or [-1]]
    one = constant(x.dtype, number=1 if all(fits) else None)
    result = jnp.where(lax.bitwise_and(lax.eq(x, one), lax.ne(y, one)), one, one)
    for bit in range(6):
        result = jnp.where(lax.bitwise_and(y, one), lax.mul(result, x), result)
        x = lax.mul(x, x)
        y = lax.shift_right_logical(y, one)
    return result


@function("jax.numpy", jitted="within", inlined=True)
@function("jax.numpy", name="pow", jitted="within", inlined=True)
def power(x1, x2, /):
    x = require_arrays("power", x1)
    if is_integer(x2):
        x, = promote_dtypes_numeric(x)
        return lax.integer_pow(x, static_int(x2))
    base, exponent = promote_ranks(*require_arrays("power", x1, x2))
    x, y = promote_ranks(*promote_dtypes_numeric(base, exponent))
    if jnp.issubdtype(x.dtype, jnp.integer):
        return _integer_powers(x, y)
    if jnp.issubdtype(base.dtype, jnp.inexact) and jnp.issubdtype(exponent.dtype, jnp.integer):
        return lax.pow(base, exponent)
    return lax.pow(x, y)
