"""Determinants of jax.numpy.linalg. JAX: numpy/linalg.py."""
from prelude.linalg.checks import is_square, require_inexact


def _sign_and_logarithm(sign, logabsdet):
    return named_tuple("SlogdetResult", "sign logabsdet", sign, logabsdet)


def _slogdet_lu(a):
    """The product of the diagonal, with a sign for every swap of rows."""
    factors, pivot, _ = lax.linalg.lu(a)
    diag = jnp.diagonal(factors, axis1=-2, axis2=-1)
    zero = jnp.any(diag == jnp.array(0, dtype=a.dtype), axis=-1)
    rows = lax.expand_dims(jnp.arange(a.shape[-1], dtype=pivot.dtype), range(pivot.ndim - 1))
    swaps = jnp.count_nonzero(pivot != rows, axis=-1)
    if jnp.issubdtype(a.dtype, jnp.complexfloating):
        sign = jnp.prod(diag / jnp.abs(diag).astype(diag.dtype), axis=-1)
    else:
        sign = jnp.array(1, dtype=a.dtype)
        swaps = swaps + jnp.count_nonzero(diag < 0, axis=-1)
    sign = jnp.where(zero, jnp.array(0, dtype=a.dtype),
                     sign * jnp.array(-2 * (swaps % 2) + 1, dtype=a.dtype))
    size = jnp.where(zero, jnp.array(-jnp.inf, dtype=a.dtype),
                     jnp.sum(jnp.log(jnp.abs(diag)).astype(a.dtype), axis=-1))
    return _sign_and_logarithm(sign, jnp.real(size))


def _slogdet_jvp(primals, tangents):
    """The sign does not change; the logarithm does by the trace of a⁻¹ da."""
    a, = primals
    sign, size = jnp.linalg.slogdet(a)
    change = jnp.trace(jnp.linalg.solve(a, tangents[0]), axis1=-1, axis2=-2)
    if jnp.issubdtype(a.dtype, jnp.complexfloating):
        turned = (change - jnp.real(change).astype(change.dtype)) * sign
        return (sign, size), (turned, jnp.real(change))
    return (sign, size), (jnp.zeros_like(sign), change)


def _by_rule(function, rule, *args):
    function = jax.custom_jvp(function)
    function.defjvp(rule)
    return function(*args)


def _pair(function):
    return lambda a: tuple(function(a))


def _slogdet_qr(a):
    """The product of the diagonal, with a sign for every reflection."""
    if jnp.issubdtype(a.dtype, jnp.complexfloating):
        refuse(NotImplementedError, "slogdet method='qr' not implemented for complex inputs",
               rule="dtype-mismatch")
    factors, taus = linalg_geqrf([a])
    diag = jnp.diagonal(factors, axis1=-2, axis2=-1)
    size = jnp.sum(jnp.log(jnp.abs(diag)), axis=-1)
    sign = jnp.prod(jnp.sign(diag), axis=-1)
    turns = jnp.where(taus[..., :a.shape[-1] - 1] != 0, -1, 1)
    return _sign_and_logarithm(sign * jnp.prod(turns, axis=-1).astype(sign.dtype), size)


@function("jax.numpy.linalg", jitted="itself")
def slogdet(a, *, method=None):
    a = require_inexact("jnp.linalg.slogdet", a)
    if not is_square(a):
        shape = a.shape if release >= (0, 4, 38) else "{a_shape}"
        refuse(ValueError, f"Argument to slogdet() must have shape [..., n, n], got {shape}",
               rule="shape-mismatch")
    if method == "qr":
        return _sign_and_logarithm(*_by_rule(_pair(_slogdet_qr), _slogdet_jvp, a))
    if method not in (None, "lu"):
        raise ValueError(f"Unknown slogdet method '{method}'. Supported methods are 'lu' (`None`), and 'qr'.")
    if release >= (0, 10) and a.shape[-1] in (1, 2):
        det = a[..., 0, 0]
        if a.shape[-1] == 2:
            det = (det * a[..., 1, 1]) - (a[..., 0, 1] * a[..., 1, 0])
        return _sign_and_logarithm(jnp.sign(det), jnp.real(jnp.log(jnp.abs(det))))
    return _sign_and_logarithm(*_by_rule(_pair(_slogdet_lu), _slogdet_jvp, a))


def _swapped(swap, first, second):
    """Both rows, the other way round where they are to be swapped."""
    swap = swap[..., None]
    return jnp.where(swap, second, first), jnp.where(swap, first, second)


def _ratio(x, pivot):
    divisor = jnp.where(pivot == 0, 1, pivot)
    return jnp.where(pivot == 0, 0, x / divisor)


def _det_of_two(a):
    if release < (0, 11, 1):
        return a[..., 0, 0] * a[..., 1, 1] - a[..., 0, 1] * a[..., 1, 0]
    swap = jnp.abs(a[..., 1, 0]) > jnp.abs(a[..., 0, 0])
    p, q = _swapped(swap, a[..., 0, :], a[..., 1, :])
    rest = q[..., 1] - _ratio(q[..., 0], p[..., 0]) * p[..., 1]
    return jnp.where(swap, -1, 1) * p[..., 0] * rest


def _det_of_three(a):
    if release < (0, 11, 1):
        return (a[..., 0, 0] * a[..., 1, 1] * a[..., 2, 2] + a[..., 0, 1] * a[..., 1, 2] * a[..., 2, 0] +
                a[..., 0, 2] * a[..., 1, 0] * a[..., 2, 1] - a[..., 0, 2] * a[..., 1, 1] * a[..., 2, 0] -
                a[..., 0, 0] * a[..., 1, 2] * a[..., 2, 1] - a[..., 0, 1] * a[..., 1, 0] * a[..., 2, 2])
    swap = jnp.abs(a[..., 1, 0]) > jnp.abs(a[..., 0, 0])
    p, q = _swapped(swap, a[..., 0, :], a[..., 1, :])
    r = a[..., 2, :]
    sign = jnp.where(swap, -1, 1)
    swap = jnp.abs(r[..., 0]) > jnp.abs(p[..., 0])
    p, r = _swapped(swap, p, r)
    sign = jnp.where(swap, -sign, sign)
    second = _ratio(q[..., 0], p[..., 0])
    third = _ratio(r[..., 0], p[..., 0])
    q = q - second[..., None] * p
    r = r - third[..., None] * p
    swap = jnp.abs(r[..., 1]) > jnp.abs(q[..., 1])
    q, r = _swapped(swap, q, r)
    sign = jnp.where(swap, -sign, sign)
    rest = r[..., 2] - _ratio(r[..., 1], q[..., 1]) * q[..., 2]
    return sign * p[..., 0] * q[..., 1] * rest


def _cofactor_solve(a, b):
    """The determinant of a, and that times the solution of a x = b, also where a has no inverse."""
    if a.shape[-1] == 1:
        return a[..., 0, 0], b
    lu, pivots, order = lax.linalg.lu(a)
    batch = lax.broadcast_shapes(lu.shape[:-2], b.shape[:-2])
    x = jnp.broadcast_to(b, batch + b.shape[-2:])
    lu = jnp.broadcast_to(lu, batch + lu.shape[-2:])
    rows = lax.expand_dims(jnp.arange(a.shape[-1], dtype=pivots.dtype), range(pivots.ndim - 1))
    swaps = jnp.count_nonzero(pivots != rows, axis=-1)
    sign = jnp.asarray(-2 * (swaps % 2) + 1, dtype=a.dtype)
    parts = jnp.cumprod(jnp.diagonal(lu, axis1=-2, axis2=-1), axis=-1) * sign[..., None]
    lu = lu.at[..., -1, -1].set(1.0 / parts[..., -2])
    order = jnp.broadcast_to(order, batch + (a.shape[-1],))
    places = jnp.ix_(*[lax.iota(jnp.int32, n) for n in batch + (1,)])
    ones = jnp.ones(x.shape[:-1], x.dtype)
    solved = lax.linalg.triangular_solve(lu, ones, left_side=True, lower=False)
    singular = jnp.any(jnp.logical_or(jnp.isnan(solved), jnp.isinf(solved)), axis=-1)
    singular = jnp.tile(singular[..., None, None], singular.ndim * (1,) + x.shape[-2:])
    x = jnp.where(singular, jnp.zeros_like(x), x)[places[:-1] + (order, slice(None))]
    x = lax.linalg.triangular_solve(lu, x, left_side=True, lower=True, unit_diagonal=True)
    x = jnp.concatenate((x[..., :-1, :] * parts[..., -1, None, None], x[..., -1:, :]), axis=-2)
    x = lax.linalg.triangular_solve(lu, x, left_side=True, lower=False)
    return parts[..., -1], jnp.where(singular, jnp.zeros_like(x), x)


def _det_jvp(primals, tangents):
    value, solved = _cofactor_solve(primals[0], tangents[0])
    return value, jnp.trace(solved, axis1=-1, axis2=-2)


def _det_of_any(a):
    sign, size = jnp.linalg.slogdet(a)
    return sign * jnp.exp(size).astype(sign.dtype)


@function("jax.numpy.linalg", jitted="within")
def det(a):
    a = require_inexact("jnp.linalg.det", a)
    if not is_square(a):
        refuse(ValueError, f"Argument to _det() must have shape [..., n, n], got {a.shape}",
               rule="shape-mismatch")
    if a.shape[-1] == 2:
        return _det_of_two(a)
    if a.shape[-1] == 3:
        return _det_of_three(a)
    return _by_rule(_det_of_any, _det_jvp, a)
