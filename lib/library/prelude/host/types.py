"""What NumPy says of types, and what it makes of what is none of its arrays yet. NumPy: numpy/_core/numeric.py."""

VALUES = "asanyarray asfortranarray vectorize ndenumerate flat fromiter"


@function("numpy", also="device, copy, like")
def asanyarray(a, dtype=None, order=None):
    return np.asarray(a, dtype)


@function("numpy", also="like")
def asfortranarray(a, dtype=None):
    return np.asarray(a, dtype)


@function("numpy")
def size(a, axis=None):
    shape, total = np.shape(a), 1
    for i in range(len(shape)) if axis is None else axis if isinstance(axis, tuple) else (axis,):
        if not -len(shape) <= i < len(shape):
            unknown("np.size along an axis that there is not")
        total = total * shape[i]
    return total


@function("numpy")
def isrealobj(x):
    return not np.iscomplexobj(x)


@function("numpy")
def iscomplexobj(x):
    return jnp.issubdtype(np.asarray(x).dtype, np.complexfloating)


@function("numpy")
def iterable(y):
    return np.ndim(y) > 0 if is_array(y) else hasattr(y, "__iter__")


def _sample(x):
    """An array of the type that is meant; a number of Python as it is, whose type is weak."""
    if isinstance(x, (bool, int, float, complex)):
        return x
    return np.empty((), x.dtype if is_array(x) else x)


@function("numpy")
def result_type(*arrays_and_dtypes):
    total, *others = [_sample(x) for x in arrays_and_dtypes]
    for sample in others:
        total = np.add(total, sample)
    return np.asarray(total).dtype


@function("numpy")
def promote_types(type1, type2):
    return np.result_type(np.empty((), type1), np.empty((), type2))


@function("numpy")
def broadcast_shapes(*args):
    shapes = [shape if isinstance(shape, tuple) else tuple(np.atleast_1d(np.asarray(shape))) for shape in args]
    result, given = [1] * max([0] + [len(shape) for shape in shapes]), {}
    for number, shape in enumerate(shapes):
        for i in range(-len(shape), 0):
            if shape[i] == 1 or shape[i] == result[i]:
                continue
            if result[i] != 1:
                raise ValueError("shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
                                 f"arg {given[i]} with shape {shapes[given[i]]} and arg {number} with shape {shape}.")
            result[i], given[i] = shape[i], number
    return tuple(result)


@function("numpy")
def fix(x, out=None):
    return np.trunc(x)


@function("numpy")
def ndenumerate(arr):
    arr = np.asarray(arr)
    return iter([(place, arr[place]) for place in np.ndindex(arr.shape)])


@function("numpy")
def fromiter(iter, dtype, count=-1, *, like=None):
    items = list(iter)
    return np.array(items if count < 0 else items[:count], dtype)


@function("numpy.ndarray", property=True)
def flat(self):
    return self.ravel()


@function("numpy")
def vectorize(pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
    if pyfunc is None:
        return lambda f: vectorize(f, otypes, doc, excluded, cache, signature)
    if excluded or signature is not None:
        unknown("np.vectorize with these options")

    def call(*args):
        arrays = np.broadcast_arrays(*[np.asarray(x) for x in args])
        shape = arrays[0].shape
        if otypes is not None and len(otypes) != 1 or 0 in shape:
            unknown("what a vectorized function makes of no elements, or several results")
        one = program_call(pyfunc, *[np.ravel(x)[0] for x in arrays])
        if isinstance(one, tuple):
            return tuple([np.empty(shape, np.asarray(part).dtype) for part in one])
        return np.empty(shape, np.asarray(one).dtype if otypes is None else otypes[0])

    return call


@function("numpy")
def piecewise(x, condlist, funclist, *args, **kw):
    return np.empty(np.shape(x), np.asarray(x).dtype)


@function("numpy")
def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    x, y = np.asarray(x), np.asarray(y)
    if static_int(deg) < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    if full:
        unknown("what else a fit of a polynomial gives")
    dtype = np.result_type(np.result_type(x, 0.0), np.result_type(y, 0.0))
    fitted = np.empty((deg + 1,) + y.shape[1:], float if dtype != complex else dtype)
    return (fitted, np.empty((deg + 1,) * 2 + y.shape[1:])) if cov else fitted


def _linear_dtype(*arrays):
    """What LAPACK computes in: single precision only of arrays of it."""
    single = all([x.dtype in (np.dtype("float32"), np.dtype("complex64")) for x in arrays])
    has_complex = any([np.iscomplexobj(x) for x in arrays])
    return ("complex64" if single else "complex128") if has_complex else ("float32" if single else "float64")


@function("numpy.linalg")
def lstsq(a, b, rcond=None):
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2 or b.ndim not in (1, 2) or a.shape[0] != b.shape[0]:
        raise np.linalg.LinAlgError("Incompatible dimensions")
    dtype = _linear_dtype(a, b)
    x = np.empty((a.shape[1],) + b.shape[1:], dtype)
    return x, unknowable("residuals"), unknowable("the rank of a matrix", like=0), np.empty(min(a.shape), dtype)


@function("numpy")
def correlate(a, v, mode="valid"):
    return np.convolve(a, v, mode)


@function("numpy")
def convolve(a, v, mode="full"):
    a, v = np.atleast_1d(np.asarray(a)), np.atleast_1d(np.asarray(v))
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError("object too deep for desired array")
    if a.shape[0] == 0 or v.shape[0] == 0:
        raise ValueError("a cannot be empty" if a.shape[0] == 0 else "v cannot be empty")
    longer, shorter = max(a.shape[0], v.shape[0]), min(a.shape[0], v.shape[0])
    sizes = {"full": longer + shorter - 1, "same": longer, "valid": longer - shorter + 1}
    return np.empty(sizes[mode], (a[:1] * v[:1]).dtype)
