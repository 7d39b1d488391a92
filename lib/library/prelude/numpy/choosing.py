"""Elements chosen of several arrays, angles and products of vectors. JAX: numpy/lax_numpy.py."""

VALUES = "select cross"


@function("jax.numpy")
def select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist):
        raise ValueError(f"condlist must have length equal to choicelist ({len(condlist)} vs "
                         f"{len(choicelist)})")
    if len(condlist) == 0:
        raise ValueError("condlist must be non-empty")
    arrays = require_arrays("select", *condlist, *choicelist, default)
    conditions, choices = arrays[:len(condlist)], arrays[len(condlist):]
    choices = promote_dtypes(choices[-1], *choices[:-1])
    conditions = jnp.stack(jnp.broadcast_arrays(constant(bool, number=0), *conditions))
    # The default stands in front: argmax is 0 where no condition holds.
    index = jnp.argmax(conditions.astype(bool), axis=0)
    return lax.select_n(*jnp.broadcast_arrays(index, *choices))


@function("jax.numpy")
def piecewise(x, condlist, funclist, *args, **kw):
    x = require_arrays("piecewise", x)
    conditions, functions = len(condlist), len(funclist)
    if functions not in (conditions, conditions + 1):
        raise ValueError(f"with {conditions} condition(s), either {conditions} or {conditions + 1} "
                         f"functions are expected; got {functions}")
    if not is_replicated(x) and not all([callable(f) for f in funclist]):
        unknown("piecewise of a sharded array with constants is not known")
    last = funclist[-1:] if functions > conditions else [0]
    functions = list(last) + list(funclist[:conditions])
    condlist = jnp.asarray(condlist, dtype=bool)
    none = jnp.zeros_like(condlist[:1])
    index = jnp.argmax(jnp.cumsum(jnp.concatenate([none, condlist], 0), 0), 0)
    branches = [_branch(f, x.dtype, args, kw) for f in functions]
    return jnp.vectorize(lax.switch, excluded=(1,))(index, branches, x)


def _branch(f, dtype, args, kw):
    if callable(f):
        return lambda x: f(x, *args, **kw).astype(dtype)
    return lambda x: jnp.array(f, dtype=dtype)


@function("jax.numpy", jitted="itself")
def unwrap(p, discont=None, axis=-1, period=6.283185307179586):
    p, period = promote_dtypes(require_arrays("unwrap", p), period)
    if jnp.issubdtype(p.dtype, jnp.complexfloating):
        refuse(ValueError, "jnp.unwrap does not support complex inputs.", rule="dtype-mismatch")
    if p.shape[axis] == 0:
        return p
    whole = release >= (0, 7, 2) and jnp.issubdtype(p.dtype, jnp.integer)
    discont = period / 2 if discont is None else discont
    half = period // 2 if whole else period / 2
    steps = jnp.diff(p, axis=axis)
    wrapped = jnp.mod(steps + half, period) - half
    wrapped = jnp.where((wrapped == -half) & (steps > 0), half, wrapped)
    correction = jnp.where(jnp.abs(steps) < discont, 0, wrapped - steps)
    first = lax.slice_in_dim(p, 0, 1, axis=axis)
    others = lax.slice_in_dim(p, 1, None, axis=axis) + jnp.cumsum(correction, axis=axis)
    return jnp.concatenate((first, others), axis=axis)


@function("jax.numpy", jitted="itself")
def angle(z, deg=False):
    z = require_arrays("angle", z)
    real, imaginary = jnp.real(z), jnp.imag(z)
    scalar = jnp.issubdtype(z.dtype, jnp.floating) and z.ndim == 0
    if scalar or not jnp.issubdtype(real.dtype, jnp.inexact):
        real = lax.convert_element_type(real, float)
        imaginary = lax.convert_element_type(imaginary, float)
    result = lax.atan2(imaginary, real)
    return jnp.degrees(result) if deg else result


@function("jax.numpy", jitted="itself")
def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    a, b = require_arrays("cross", a, b)
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = jnp.moveaxis(a, axisa, -1), jnp.moveaxis(b, axisb, -1)
    if release >= (0, 12) and (a.shape[-1] != 3 or b.shape[-1] != 3):
        refuse(ValueError, "Dimension must be 3 for cross product", rule="shape-mismatch")
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        refuse(ValueError, "Dimension must be either 2 or 3 for cross product", rule="shape-mismatch")
    if a.shape[-1] == 2 and b.shape[-1] == 2:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    a0, a1, a2 = _three(a)
    b0, b1, b2 = _three(b)
    result = jnp.array([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0])
    return jnp.moveaxis(result, 0, axisc)


def _three(x):
    first, second = x[..., 0], x[..., 1]
    return first, second, x[..., 2] if x.shape[-1] == 3 else jnp.zeros_like(first)


@function("jax.numpy")
def vecdot(x1, x2, /, *, axis=-1, precision=None, preferred_element_type=None):
    x, y = require_arrays("jnp.vecdot", x1, x2)
    if x.shape[axis] != y.shape[axis]:
        refuse(ValueError, f"axes must match; got shapes {x.shape} and {y.shape} with axis={axis}",
               rule="shape-mismatch")
    x, y = jnp.moveaxis(x, axis, -1), jnp.moveaxis(y, axis, -1)
    product = functools.partial(jnp.vdot, precision=precision,
                                preferred_element_type=preferred_element_type)
    return jnp.vectorize(product, signature="(n),(n)->()")(x, y)


@function("jax.numpy", since="0.4.36", jitted="itself")
def vecmat(x1, x2, /):
    x, y = require_arrays("matvec", x1, x2)
    return jnp.vectorize(jnp.matmul, signature="(n),(n,m)->(m)")(jnp.conj(x), y)
