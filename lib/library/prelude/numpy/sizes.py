"""How large arrays are. JAX: numpy/lax_numpy.py shape, ndim, size."""


def _said(a, name):
    """What says its shape itself, as lists do not."""
    return None if isinstance(a, (list, tuple, range)) else getattr(a, name, None)


def _plain_shape(a):
    """The shape of the array that NumPy makes of what says none; JAX warns of that."""
    return np.array(list(a)).shape if isinstance(a, (list, tuple, range)) else ()


@function("jax.numpy")
def size(a, axis=None):
    own = _said(a, "size") if axis is None else None
    if own is not None:
        return own
    sizes = shape(a)
    return math.prod([sizes[i] for i in (range(len(sizes)) if axis is None else canonical_axes(axis, len(sizes)))])


@function("jax.numpy")
def shape(a):
    own = _said(a, "shape")
    return _plain_shape(a) if own is None else own


@function("jax.numpy")
def ndim(a):
    own = _said(a, "ndim")
    return len(_plain_shape(a)) if own is None else own
