"""Values between points, and points on a logarithmic scale. JAX: numpy/lax_numpy.py _interp,
numpy/array_creation.py."""


def _extrapolates(name, side):
    if isinstance(side, str) and side != "extrapolate":
        raise ValueError(f"the only valid string value of `{name}` is 'extrapolate', but got: {side!r}")
    return isinstance(side, str)


@function("jax.numpy", jitted="within")
def interp(x, xp, fp, left=None, right=None, period=None):
    x, xp, fp = require_arrays("interp", x, xp, fp)
    if xp.shape != fp.shape or xp.ndim != 1:
        refuse(ValueError, "xp and fp must be one-dimensional arrays of equal size", rule="shape-mismatch")
    x, xp = promote_dtypes_inexact(x, xp)
    fp, = promote_dtypes_inexact(fp)
    beyond_left, beyond_right = _extrapolates("left", left), _extrapolates("right", right)
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        refuse(ValueError, "jnp.interp: complex x values not supported.", rule="dtype-mismatch")
    if period is not None:
        if jnp.ndim(period) != 0:
            refuse(ValueError, f"period must be a scalar; got {period}", rule="shape-mismatch")
        period = jnp.abs(jnp.asarray(period))
        x, xp = x % period, xp % period
        xp, fp = lax.sort_key_val(xp, fp)
        xp = jnp.concatenate([xp[-1:] - period, xp, xp[:1] + period])
        fp = jnp.concatenate([fp[-1:], fp, fp[:1]])
    if release < (0, 10) and not (is_replicated(x) and is_replicated(xp)):
        unknown("interp of sharded arrays is not known in this release")
    i = jnp.clip(jnp.searchsorted(xp, x, side="right"), 1, len(xp) - 1)
    rise, run, way = fp[i] - fp[i - 1], xp[i] - xp[i - 1], x - xp[i - 1]
    narrow = lax.abs(run) <= 0.0
    f = jnp.where(narrow, fp[i - 1], fp[i - 1] + (way / jnp.where(narrow, 1, run)) * rise)
    if not beyond_left:
        left = fp[0] if left is None else left
        f = jnp.where(x < xp[0], left, f) if period is None else f
    if not beyond_right:
        right = fp[-1] if right is None else right
        f = jnp.where(x > xp[-1], right, f) if period is None else f
    return f


def _bounds(name, start, stop, dtype):
    """Both ends in the dtype that is computed in, and the dtype of the result."""
    if dtype is None:
        dtype = jnp.result_type(start, stop)
        dtype = to_inexact(dtype)
    else:
        dtype = as_dtype(dtype)
    computed = to_inexact(dtype)
    start, stop = require_arrays(name, start, stop)
    return start.astype(computed), stop.astype(computed), dtype


@function("jax.numpy", jitted="within")
def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    num, axis = concrete_int(num), concrete_int(axis)
    start, stop, dtype = _bounds("logspace", start, stop, dtype)
    exponents = jnp.linspace(start, stop, num, endpoint=endpoint, axis=axis)
    return lax.convert_element_type(jnp.power(base, exponents), dtype)


@function("jax.numpy", jitted="within")
def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    num, axis = concrete_int(num), concrete_int(axis)
    start, stop, dtype = _bounds("geomspace", start, stop, dtype)
    sign = jnp.sign(start)
    result = sign * logspace(jnp.log10(start / sign), jnp.log10(stop / sign), num, endpoint=endpoint,
                             base=10.0, dtype=start.dtype, axis=0)
    axis = canonical_axis(axis, result.ndim)
    if axis != 0:
        result = lax.transpose(result, tuple(range(1, axis + 1)) + (0,) + tuple(range(axis + 1, result.ndim)))
    return lax.convert_element_type(result, dtype)
