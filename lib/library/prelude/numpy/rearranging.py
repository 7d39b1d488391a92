"""Dimensions moved, added and taken away. JAX: numpy/lax_numpy.py."""

VALUES = "matrix_transpose swapaxes moveaxis rollaxis squeeze expand_dims"


@function("jax.numpy")
@function("ndarray", name="mT", property=True)
def matrix_transpose(x, /):
    x = require_arrays("matrix_transpose", x)
    if x.ndim < 2:
        refuse(ValueError, "x must be at least two-dimensional for matrix_transpose; got "
               f"ndim={x.ndim}", rule="shape-mismatch")
    return lax.transpose(x, list(range(x.ndim - 2)) + [x.ndim - 1, x.ndim - 2])


@function("jax.numpy")
@function("ndarray", errors_say="_swapaxes")
def swapaxes(a, axis1, axis2):
    for axis in (axis1, axis2):
        if is_tracer(axis):
            refuse(ValueError, "Non-hashable static arguments are not supported. An error occurred while trying to "
                   "hash an object of type <class 'jax._src.interpreters.partial_eval.DynamicJaxprTracer'>, "
                   f"{axis}. The error was:", help="the axes are numbers that Python knows")
    x = require_arrays("swapaxes", a)
    order = list(range(x.ndim))
    for axis in (axis2, axis1):  # perm[axis1], perm[axis2] = … reads the second axis first
        axis = static_int(axis)
        if axis < -x.ndim or axis >= x.ndim:
            refuse(IndexError, f"index {axis} is out of bounds for axis 0 with size {x.ndim}",
                   rule="shape-mismatch")
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return lax.transpose(x, order)


def _move(x, sources, destinations):
    order = [i for i in range(x.ndim) if i not in sources]
    for at in range(x.ndim):
        for source, destination in zip(sources, destinations):
            if destination == at:
                order.insert(at, source)
    return jnp.transpose(x, order)


@function("jax.numpy")
def moveaxis(a, source, destination):
    x = require_arrays("moveaxis", a)
    sources = [canonical_axis(i, x.ndim) for i in static_ints(source)]
    destinations = [canonical_axis(i, x.ndim) for i in static_ints(destination)]
    if len(sources) != len(destinations):
        raise ValueError(f"Inconsistent number of elements: {len(sources)} vs {len(destinations)}")
    return _move(x, sources, destinations)


@function("jax.numpy")
def rollaxis(a, axis, start=0):
    x, start = require_arrays("rollaxis", a), static_int(start)
    axis = canonical_axis(axis, x.ndim)
    if start < -x.ndim or start > x.ndim:
        raise ValueError(f"start={start} must satisfy {-x.ndim}<=start<={x.ndim}")
    start = start + x.ndim if start < 0 else start
    return _move(x, [axis], [start - (start > axis)])


@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_squeeze", jitted="within", inlined=True)
def squeeze(a, axis=None):
    x = require_arrays("squeeze", a)
    if is_array(axis):
        concrete_int(axis)
    axes = [i for i in range(x.ndim) if x.shape[i] == 1] if axis is None else static_ints(axis)
    return lax.squeeze(x, axes)


@function("jax.numpy")
def expand_dims(a, axis):
    return lax.expand_dims(require_arrays("expand_dims", a), static_ints(axis))
