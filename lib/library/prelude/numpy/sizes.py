"""How large arrays are. JAX: numpy/lax_numpy.py shape, ndim, size."""


def _shape_of(a):
    """What has a shape says it; of anything else NumPy is asked, with a warning."""
    if isinstance(a, (list, tuple, range)):
        return np.array(list(a)).shape
    shape = getattr(a, "shape", None)
    return () if shape is None else shape


@function("jax.numpy")
def size(a, axis=None):
    shape = _shape_of(a)
    return math.prod([shape[i] for i in (range(len(shape)) if axis is None else canonical_axes(axis, len(shape)))])


@function("jax.numpy")
def shape(a):
    return _shape_of(a)


@function("jax.numpy")
def ndim(a):
    return len(_shape_of(a))
