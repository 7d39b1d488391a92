"""Functions of NumPy alone. NumPy: numpy/_core/numeric.py, numpy/lib/_index_tricks_impl.py."""


@function("numpy")
def ascontiguousarray(a, dtype=None, *, like=None):
    return np.atleast_1d(np.asarray(a, dtype))


@function("numpy")
def isscalar(element):
    if isinstance(element, (np.ndarray, jax.Array)):
        return False
    return isinstance(element, (int, float, complex, str)) or hasattr(element, "dtype")


@function("numpy")
def ndindex(*shape):
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    places = [()]
    for size in sizes:
        places = [place + (i,) for place in places for i in range(size)]
    return iter(places)
