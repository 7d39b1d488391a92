"""How many elements there are. JAX: numpy/lax_numpy.py size."""


@function("jax.numpy")
def size(a, axis=None):
    x = require_arrays("size", a)
    return x.size if axis is None else math.prod([x.shape[i] for i in canonical_axes(axis, x.ndim)])
