"""Functions of jax.numpy that are formulas of one or two arrays. JAX: numpy/ufuncs.py,
numpy/lax_numpy.py."""

VALUES = "gcd lcm _clip clip"


def _real_operands(name, *xs, error=None, text=None):
    """The arguments as floats of one dtype; `error` is raised of complex numbers."""
    arrays = promote_dtypes_inexact(*[require_arrays(name, x) for x in xs])
    if jnp.issubdtype(arrays[0].dtype, jnp.complexfloating):
        if error is None or release < (0, 10):
            unknown(f"jnp.{name} of complex numbers is not known")
        refuse(error, text, rule="dtype-mismatch")
    return arrays


@function("jax.numpy", jitted="itself")
def copysign(x1, x2, /):
    x, y = promote_ranks(*_real_operands("copysign", x1, x2, error=TypeError,
                                         text="copysign does not support complex-valued inputs"))
    return jnp.where(y < 0.0, -lax.abs(x), lax.abs(x))


@function("jax.numpy", jitted="itself")
def heaviside(x1, x2, /):
    x, y = _real_operands("heaviside", x1, x2)
    zero = constant(x.dtype)
    return jnp.where(x < 0.0, zero, jnp.where(x > 0.0, zero, jnp.where(x != x, x, y)))


@function("jax.numpy", jitted="itself", inlined=True)
def log10(x, /):
    x, = promote_dtypes_inexact(require_arrays("log10", x))
    return lax.mul(lax.log(x), constant(x.dtype))


@function("jax.numpy", jitted="itself", inlined=True)
def log2(x, /):
    x, = promote_dtypes_inexact(require_arrays("log2", x))
    return lax.log(x) if release >= (0, 12) else lax.div(lax.log(x), constant(x.dtype))


def _scaled_hypot(x, y):
    """JAX: lax.py hypot."""
    limits = jnp.finfo(x.dtype)
    steps, most = (limits.nmant - limits.minexp + 1) // 2, (limits.maxexp - 1) // 2
    largest = lax.max(lax.abs(x), lax.abs(y))
    is_large, is_small = largest >= 2.0 ** most, largest <= 2.0 ** (most - steps)
    down, up, one = lax.full_like(x, 2.0 ** -steps), lax.full_like(x, 2.0 ** steps), lax.full_like(x, 1.0)
    first, second = [lax.select(is_large, v * down, lax.select(is_small, v * up, v)) for v in (x, y)]
    back = lax.select(is_large, up, lax.select(is_small, down, one))
    length = lax.sqrt(lax.square(first) + lax.square(second)) * back
    infinite = lax.full_like(x, math.inf)
    return lax.select((lax.abs(x) == infinite) | (lax.abs(y) == infinite), infinite, length)


@function("jax.numpy", jitted="itself")
def hypot(x1, x2, /):
    x, y = promote_ranks(*_real_operands(
        "hypot", x1, x2, error=ValueError, text="jnp.hypot is not well defined for complex-valued inputs. "
        "Please convert to real values first, such as by using abs(x)"))
    if release >= (0, 12):
        return _scaled_hypot(*jnp.broadcast_arrays(x, y))
    x, y = lax.abs(x), lax.abs(y)
    infinite = lax.bitwise_or(x == math.inf, y == math.inf)
    greater, lesser = jnp.maximum(x, y), jnp.minimum(x, y)
    ratio = lax.div(lesser, jnp.where(greater == 0, lax.full_like(greater, 1), greater))
    length = jnp.where(greater == 0, greater, greater * lax.sqrt(1 + lax.square(ratio)))
    return jnp.where(infinite, math.inf, length)


@function("jax.numpy", jitted="itself")
def sinc(x, /):
    x, = promote_dtypes_inexact(require_arrays("sinc", x))
    zero, turns = x == 0, x * 3.141592653589793
    safe = jnp.where(zero, 1.0, turns)
    return jnp.where(zero, lax.full_like(x, 1), lax.div(lax.sin(safe), safe))


@function("jax.numpy", jitted="itself")
def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = require_arrays("nan_to_num", x)
    if not jnp.issubdtype(x.dtype, jnp.floating):
        return x
    numbers = jnp.where(x != x, 0.0, x)
    numbers = jnp.where(numbers == math.inf, 0.0, numbers)
    return jnp.where(numbers == -math.inf, 0.0, numbers)


@function("jax.numpy", since="0.10.0", without=("a", "a_min", "a_max"), jitted="itself")
@function("jax.numpy", until="0.10.0", jitted="itself")
def clip(arr=None, /, min=None, max=None, *, a=None, a_min=None, a_max=None):
    arr = arr if a is None else a
    if arr is None:
        raise ValueError("No input was provided to the clip function.")
    return _clip(arr, min if a_min is None else a_min, max if a_max is None else a_max)


@function("ndarray", name="clip", errors_say="_clip", jitted="within")
def _clip(x, min=None, max=None):
    x = require_arrays("clip", x)
    low = None if min is None else require_arrays("maximum", min)
    high = None if max is None else require_arrays("minimum", max)
    given = [y for y in (x, low, high) if y is not None]
    if release >= (0, 4, 38) and any([jnp.issubdtype(y.dtype, jnp.complexfloating) for y in given]):
        refuse(ValueError, "Clip received a complex value either through the input or the min/max "
               "keywords. Complex values have no ordering and cannot be clipped. Please convert to a "
               "real value or array by taking the real or imaginary components via "
               "jax.numpy.real/imag respectively.", rule="dtype-mismatch")
    x = x if low is None else jnp.maximum(low, x)
    return x if high is None else jnp.minimum(high, x)


def _integers(name, x1, x2):
    x, y = promote_dtypes(*require_arrays(name, x1, x2))
    if name == "lcm":
        x, y = jnp.abs(x), jnp.abs(y)
    if not jnp.issubdtype(x.dtype, jnp.integer):
        refuse(ValueError, f"Arguments to jax.numpy.{name} must be integers.", rule="dtype-mismatch")
    return x, y


def _gcd_step(pair):
    x, y = pair
    x, y = jnp.where(y != 0, y, x), jnp.where(y != 0, lax.rem(x, y), lax.full_like(y, 0))
    return jnp.where(x < y, y, x), jnp.where(x < y, x, y)


@function("jax.numpy", jitted="itself")
def gcd(x1, x2):
    x, y = jnp.broadcast_arrays(*_integers("gcd", x1, x2))
    result = _loop_gcd(x, y)
    numbers = held(x), held(y)
    return result if None in numbers else holding(result, [math.gcd(a, b) for a, b in zip(*numbers)])


def _loop_gcd(x, y):
    return lax.while_loop(lambda pair: jnp.any(pair[1] != 0), _gcd_step, (jnp.abs(x), jnp.abs(y)))[0]


@function("jax.numpy", jitted="itself")
def lcm(x1, x2):
    x, y = _integers("lcm", x1, x2)
    divisor = gcd(x, y)
    return jnp.where(divisor == 0, 0, jnp.multiply(x, jnp.floor_divide(y, divisor)))


@function("jax.numpy", jitted="itself")
def frexp(x, /):
    x, = promote_dtypes_inexact(require_arrays("frexp", x))
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        refuse(TypeError, "frexp does not support complex-valued inputs", rule="dtype-mismatch")
    if release >= (0, 12) and not is_replicated(x):
        unknown("frexp of sharded arrays is not known")
    x = lax.convert_element_type(x, x.dtype)
    cond = lax.bitwise_or(x != x, x == 0)
    return jnp.where(cond, x, x), jnp.where(cond, 0, x).astype(jnp.int32)


@function("jax.numpy", jitted="itself")
def modf(x, /, out=None):
    x, = promote_dtypes_inexact(require_arrays("modf", x))
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.modf is not supported.")
    whole = jnp.where(x >= 0.0, jnp.floor(x), jnp.ceil(x))
    return x - whole, whole


def dtype_repr(dtype):
    return f"dtype({dtype.name})" if dtype == jnp.bfloat16 else f"dtype('{dtype.name}')"


@function("jax.numpy", jitted="itself")
def ldexp(x1, x2, /):
    x, exponent = require_arrays("ldexp", x1, x2)
    if jnp.issubdtype(x.dtype, jnp.complexfloating) or jnp.issubdtype(exponent.dtype, jnp.inexact):
        shown = ", ".join([dtype_repr(y.dtype) for y in (x, exponent)])
        refuse(ValueError, f"ldexp not supported for input types ({shown})", rule="dtype-mismatch")
    x, = promote_dtypes_inexact(x)
    power = 2 ** (x + exponent.astype(x.dtype))
    return jnp.where(lax.bitwise_or(jnp.isinf(x), x == 0), x, x * power)


@function("jax.numpy", since="0.4.35", jitted="itself", inlined=True)
def spacing(x, /):
    x, = promote_dtypes_inexact(require_arrays("spacing", x))
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        refuse(ValueError, "jnp.spacing is not defined for complex inputs.", rule="dtype-mismatch")
    one = copysign(lax.full_like(x, 1, x.dtype), x)
    return jnp.where(x == one, one, lax.nextafter(x, one) - x)


@function("jax.numpy", jitted="itself")
def signbit(x, /):
    x = require_arrays("signbit", x)
    if jnp.issubdtype(x.dtype, jnp.integer):
        return x < 0
    if x.dtype == jnp.bool_:
        return lax.full_like(x, False, dtype=jnp.bool_)
    if not jnp.issubdtype(x.dtype, jnp.floating):
        refuse(ValueError, f"jax.numpy.signbit is not well defined for {x.dtype.name}", rule="dtype-mismatch")
    bits = {16: jnp.int16, 32: jnp.int32, 64: jnp.int64}
    if 8 * x.dtype.itemsize not in bits:
        unknown("signbit of so few bits")
    return (lax.bitcast_convert_type(x, bits[8 * x.dtype.itemsize]) >> 1).astype(jnp.bool_)


@function("jax.numpy", jitted="itself")
def bitwise_count(x, /):
    x, = promote_dtypes_numeric(require_arrays("bitwise_count", x))
    return lax.population_count(jnp.abs(x)).astype(jnp.uint8)


@function("jax.numpy", jitted="itself")
def iscomplex(x):
    return jnp.imag(x) != 0


@function("jax.numpy", jitted="itself")
def isreal(x):
    return jnp.imag(x) == 0


@function("jax.numpy")
def iscomplexobj(x):
    if x is None or isinstance(x, (bool, int, float, complex, str)):
        return isinstance(x, complex)
    dtype = getattr(x, "dtype", None)  # of anything that has one
    return jnp.issubdtype(jnp.asarray(x).dtype if dtype is None else dtype, jnp.complexfloating)


@function("jax.numpy")
def isrealobj(x):
    return not iscomplexobj(x)


@function("jax.numpy")
def isscalar(element):
    if is_array(element):
        return element.ndim == 0
    return isinstance(element, (int, float, complex, str))
