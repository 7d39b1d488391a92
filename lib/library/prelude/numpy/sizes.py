"""How large arrays are. JAX: numpy/lax_numpy.py shape, ndim, size."""


@function("jax.numpy")
def size(a, axis=None):
    x = require_arrays("size", a)
    return x.size if axis is None else math.prod([x.shape[i] for i in canonical_axes(axis, x.ndim)])


@function("jax.numpy")
def shape(a):
    return require_arrays("shape", a).shape


@function("jax.numpy")
def ndim(a):
    return require_arrays("ndim", a).ndim
