"""What NumPy's functions of elements have as methods. NumPy: numpy.ufunc."""

VALUES = "reduce accumulate outer"


def _rows(array, axis):
    """The parts along an axis, in order."""
    x = np.moveaxis(np.asarray(array), axis, 0)
    if x.shape[0] == 0 or x.shape[0] > 1024:
        unknown("what is joined of so many parts")
    return [x[i] for i in range(x.shape[0])]


@function("numpy.ufunc")
def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
    if dtype is not None or out is not None or keepdims or initial is not None or where is not True:
        unknown("these options of a reduction")
    if self is np.add or self is np.multiply:  # which widen what they join
        return (np.sum if self is np.add else np.prod)(np.asarray(array), axis=axis)
    array = np.asarray(array)
    if axis is None or not isinstance(axis, int):
        array = array.ravel() if axis is None else unknown("a reduction over several axes")
    result, *others = _rows(array, 0 if axis is None else axis)
    for part in others:
        result = self(result, part)
    return result


@function("numpy.ufunc")
def accumulate(self, array, axis=0, dtype=None, out=None):
    if dtype is not None or out is not None or not isinstance(axis, int):
        unknown("these options of an accumulation")
    if self is np.add or self is np.multiply:
        return (np.cumsum if self is np.add else np.cumprod)(np.asarray(array), axis=axis)
    parts = _rows(array, axis)
    for i in range(1, len(parts)):
        parts[i] = self(parts[i - 1], parts[i])
    return np.stack(parts, axis)


@function("numpy.ufunc")
def outer(self, a, b):
    a, b = np.asarray(a), np.asarray(b)
    return self(a.reshape(a.shape + (1,) * b.ndim), b)
