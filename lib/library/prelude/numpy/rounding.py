"""Rounding, parts of numbers, and questions about floats. JAX: numpy/ufuncs.py, numpy/lax_numpy.py round."""

VALUES = "rint round floor ceil abs conj conj_method real positive"


def _is(x, kind):
    return jnp.issubdtype(x.dtype, kind)


def _rounded(x):
    return lax.round(x) if _is(x, jnp.floating) else x


@function("jax.numpy", jitted="within")
def rint(x, /):
    x = require_arrays("rint", x)
    return _rounded(x) if _is(x, jnp.inexact) else x.astype(float)


@function("jax.numpy", jitted="within")
def trunc(x):
    x = require_arrays("trunc", x)
    if not _is(x, jnp.inexact):
        return x
    return jnp.where(lax.lt(x, lax.full_like(x, 0)), jnp.ceil(x), jnp.floor(x))


def _refuse_booleans():
    text = "round does not accept dtype bool. Accepted dtypes are subtypes of floating."
    if release >= (0, 7):
        text = "data type <class 'numpy.bool'> not inexact"
    if release >= (0, 12):
        text = "data type dtype('bool') not compatible with finfo"
    refuse(TypeError if release < (0, 7) else ValueError, text, rule="dtype-mismatch", say="booleans cannot be rounded")


@function("jax.numpy", jitted="within")
@function("jax.numpy", name="around", jitted="within")
@function("ndarray", errors_say="_round", jitted="within")
def round(a, decimals=0, out=None):
    if is_array(decimals):
        unknown("a number of decimals that is traced")
    a = require_arrays("round", a)
    decimals = static_int(decimals)
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.round is not supported.")
    if a.dtype == jnp.bool_:
        _refuse_booleans()
    if decimals < 0 and _is(a, jnp.integer):
        raise NotImplementedError("integer np.round not implemented for decimals < 0")
    return _rounded(a if decimals == 0 else unheld(a))


def _whole(name, x, primitive):
    x = require_arrays(name, x)
    if release >= (0, 4, 36) and (x.dtype == jnp.bool_ or _is(x, jnp.integer)):
        return x
    return primitive(promote_dtypes_inexact(x)[0])


@function("jax.numpy", jitted="within", inlined=True)
def floor(x, /):
    return _whole("floor", x, lax.floor)


@function("jax.numpy", jitted="within", inlined=True)
def ceil(x, /):
    return _whole("ceil", x, lax.ceil)


@function("jax.numpy", jitted="within", inlined=True)
@function("jax.numpy", name="absolute", jitted="within", inlined=True)
def abs(x, /):
    x = require_arrays("abs", x)
    return x if x.dtype == jnp.bool_ or _is(x, jnp.unsignedinteger) else lax.abs(x)


@function("jax.numpy", jitted="within", inlined=True)
@function("jax.numpy", name="conjugate", jitted="within", inlined=True)
def conj(x, /):
    x = require_arrays("conj", x)
    return lax.conj(x) if _is(x, jnp.complexfloating) else x


@function("ndarray", name="conj", jitted="within", inlined=True)
@function("ndarray", name="conjugate", jitted="within", inlined=True)
def conj_method(x):
    return conj(x)


@function("jax.numpy", jitted="within", inlined=True)
def real(val, /):
    val = require_arrays("real", val)
    return lax.real(val) if _is(val, jnp.complexfloating) else val


@function("jax.numpy", jitted="within", inlined=True)
def imag(val, /):
    val = require_arrays("imag", val)
    return lax.imag(val) if _is(val, jnp.complexfloating) else val


@function("jax.numpy", jitted="within", inlined=True)
def positive(x, /):
    return require_arrays("positive", x)


@function("jax.numpy", jitted="within", inlined=True)
def isfinite(x, /):
    x = require_arrays("isfinite", x)
    return lax.is_finite(x) if _is(x, jnp.floating) else lax.ne(x, x)


def _question(name, x):
    x = require_arrays(name, x)
    return lax.ne(x, x)


@function("jax.numpy", jitted="within", inlined=True)
def isnan(x, /):
    return _question("isnan", x)


@function("jax.numpy", jitted="within")
def isinf(x, /):
    return _question("isinf", x)


@function("jax.numpy", jitted="within", inlined=True)
def isposinf(x, /, out=None):
    return _question("isposinf", x)


@function("jax.numpy", jitted="within", inlined=True)
def isneginf(x, /, out=None):
    return _question("isneginf", x)
