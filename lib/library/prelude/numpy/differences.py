"""Differences of neighbours, gradients and areas. JAX: numpy/lax_numpy.py."""
from prelude.numpy.slicing import differences

VALUES = "diff ediff1d"


def _edge(value, x, axis):
    """What stands in front of or behind x: a scalar is spread along the other axes."""
    value = require_arrays("diff", value)
    if value.ndim:
        return value
    return jnp.broadcast_to(value, x.shape[:axis] + (1,) + x.shape[axis + 1:])


@function("jax.numpy", jitted="itself", called=True)
def diff(a, n=1, axis=-1, prepend=None, append=None):
    a = require_arrays("diff", a)
    n = static_int(n)
    axis = static_int(axis)
    if n == 0:
        return a
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    if a.ndim == 0:
        unknown("diff of a scalar is not known")
    axis = canonical_axis(axis, a.ndim)
    parts = [a]
    if prepend is not None:
        parts = [_edge(prepend, a, axis), a]
    if append is not None:
        parts = parts + [_edge(append, a, axis)]
    if len(parts) > 1:
        a = jnp.concatenate(parts, axis)
    for i in range(n):
        if i == 0 or a.shape[axis] > 0:
            a = differences(a, axis)
    return a


@function("jax.numpy", jitted="itself")
def ediff1d(ary, to_end=None, to_begin=None):
    ary = jnp.ravel(require_arrays("ediff1d", ary))
    result = lax.sub(ary[1:], ary[:-1])
    if to_begin is not None:
        begin = require_arrays("ediff1d", to_begin)
        result = jnp.concatenate([jnp.ravel(begin.astype(ary.dtype)), result])
    if to_end is not None:
        end = require_arrays("ediff1d", to_end)
        result = jnp.concatenate([result, jnp.ravel(end.astype(ary.dtype))])
    return result


def _even_gradient(f, h, axis):
    """Of steps of one width."""
    first = lax.slice_in_dim(f, 1, 2, axis=axis) - lax.slice_in_dim(f, 0, 1, axis=axis)
    last = lax.slice_in_dim(f, -1, None, axis=axis) - lax.slice_in_dim(f, -2, -1, axis=axis)
    inner = lax.slice_in_dim(f, 2, None, axis=axis) - lax.slice_in_dim(f, 0, -2, axis=axis)
    inner = inner * 0.5 / h
    last = last / h
    return jnp.concatenate([first / h, inner, last], axis)


def _uneven_gradient(f, x, axis):
    """Of values at the places x."""
    first = lax.slice_in_dim(x, 1, 2, axis=axis) - lax.slice_in_dim(x, 0, 1, axis=axis)
    first = (lax.slice_in_dim(f, 1, 2, axis=axis) - lax.slice_in_dim(f, 0, 1, axis=axis)) / first
    last = lax.slice_in_dim(x, -1, None, axis=axis) - lax.slice_in_dim(x, -2, -1, axis=axis)
    last = (lax.slice_in_dim(f, -1, None, axis=axis) - lax.slice_in_dim(f, -2, -1, axis=axis)) / last
    one = lax.slice_in_dim(x, 1, -1, axis=axis) - lax.slice_in_dim(x, 0, -2, axis=axis)
    two = lax.slice_in_dim(x, 2, None, axis=axis) - lax.slice_in_dim(x, 1, -1, axis=axis)
    weights = -two / (one * (one + two)), (two - one) / (one * two), one / (two * (one + two))
    inner = weights[0] * lax.slice_in_dim(f, 0, -2, axis=axis)
    inner = inner + weights[1] * lax.slice_in_dim(f, 1, -1, axis=axis)
    inner = inner + weights[2] * lax.slice_in_dim(f, 2, None, axis=axis)
    return jnp.concatenate([first, inner, last], axis)


def _gradient_along(f, h, axis):
    if h.ndim > 1:
        refuse(ValueError, "Spacing arrays must be 1D arrays or scalars.", rule="shape-mismatch")
    if h.ndim == 0:
        return _even_gradient(f, h, axis)
    if h.shape[0] != f.shape[axis]:
        refuse(ValueError, "Spacing arrays must have the same length as the dimension along "
               "which the gradient is calculated.", rule="shape-mismatch")
    return _uneven_gradient(f, jnp.reshape(h, [-1 if i == axis else 1 for i in range(f.ndim)]), axis)


@function("jax.numpy", jitted="itself", called=True)
def gradient(f, *varargs, axis=None, edge_order=None):
    if edge_order is not None:
        raise NotImplementedError("The 'edge_order' argument to jnp.gradient is not supported.")
    arrays = [require_arrays("gradient", x) for x in (f,) + varargs]
    f, *spacing = promote_dtypes_inexact(*arrays)
    axes = reduction_dims(axis, f.ndim)
    if not axes:
        return []
    if any([f.shape[i] < 2 for i in axes]):
        refuse(ValueError, "Shape of array too small to calculate a numerical gradient, at least 2 "
               "elements are required.", rule="shape-mismatch")
    if len(spacing) > 1 and len(spacing) != len(axes):
        if release < (0, 10):
            refuse("UnboundLocalError", "cannot access local variable 'dx' where it is not "
                   "associated with a value", rule="shape-mismatch")
        raise TypeError(f"Invalid number of spacing arguments {len(spacing)} for axis={axis}")
    if len(spacing) < 2:
        spacing = (spacing or [constant(float, True, 1)]) * len(axes)
    results = [_gradient_along(f, h, i) for h, i in zip(spacing, axes)]
    return results[0] if len(axes) == 1 else results


def _even_areas(y, width):
    width = width[..., 0] if width.ndim else width
    total = y.sum(-1)
    return width * (total - 0.5 * (y[..., 0] + y[..., -1]))


@function("jax.numpy", jitted="itself")
def trapezoid(y, x=None, dx=1.0, axis=-1):
    y = require_arrays("trapezoid", y) if x is None else require_arrays("trapezoid", y, x)[0]
    if x is None:
        width = require_arrays("trapezoid", dx)
        y, = promote_dtypes_inexact(y)
        if width.ndim and release >= (0, 10):
            width = jnp.moveaxis(lax.expand_dims(width, range(y.ndim - width.ndim)), axis, -1)
    else:
        y, x = promote_dtypes_inexact(y, x)
        along_x = 0 if x.ndim == 1 else canonical_axis(static_int(axis), x.ndim)
        width = jnp.moveaxis(differences(x, along_x), along_x, -1)
    y = jnp.moveaxis(y, axis, -1)
    if release >= (0, 10) and (width.ndim == 0 or width.shape[-1] == 1):
        return _even_areas(y, width)
    return 0.5 * (width * (y[..., 1:] + y[..., :-1])).sum(-1)
