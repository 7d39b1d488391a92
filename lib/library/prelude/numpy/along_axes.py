"""Functions applied along axes, and blocks of arrays. JAX: numpy/lax_numpy.py."""

VALUES = "block apply_over_axes"


@function("jax.numpy")
def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = require_arrays("apply_along_axis", arr)
    axis = canonical_axis(axis, arr.ndim)
    function = lambda x: func1d(x, *args, **kwargs)
    for i in range(1, arr.ndim - axis):
        function = jax.vmap(function, in_axes=i, out_axes=-1)
    for i in range(axis):
        function = jax.vmap(function, in_axes=0, out_axes=0)
    return function(arr)


@function("jax.numpy")
def apply_over_axes(func, a, axes):
    a = require_arrays("apply_over_axes", a)
    for axis in axes:
        b = func(a, axis)
        if b.ndim == a.ndim - 1:
            b = jnp.expand_dims(b, axis)
        elif b.ndim != a.ndim:
            refuse(ValueError, "function is not returning an array of the correct shape",
                   rule="shape-mismatch")
        a = b
    return a


@function("jax.numpy")
def fromfunction(function, shape, *, dtype=float, **kwargs):
    shape = sample_shape(shape)
    for i in range(len(shape)):
        function = jax.vmap(function, in_axes=tuple([0 if i == j else None for j in range(len(shape))])[::-1])
    return function(*[jnp.arange(n, dtype=dtype) for n in shape], **kwargs)


def _joined(xs):
    """The array of nested lists, and how deep they are."""
    if isinstance(xs, tuple):
        raise ValueError(f"jax.numpy.block does not allow tuples, got {xs}")
    if not isinstance(xs, list):
        return jnp.asarray(xs), 1
    if not xs:
        raise ValueError("jax.numpy.block does not allow empty list arguments")
    parts = [_joined(x) for x in xs]
    depth = parts[0][1]
    if any([other != depth for _, other in parts]):
        raise ValueError("Mismatched list depths in jax.numpy.block")
    rank = max(depth, max([x.ndim for x, _ in parts]))
    arrays = [lax.expand_dims(x, range(rank - x.ndim)) if x.ndim < rank else x for x, _ in parts]
    return jnp.concatenate(arrays, axis=-depth), depth + 1


@function("jax.numpy", jitted="itself")
def block(arrays):
    return _joined(arrays)[0]
