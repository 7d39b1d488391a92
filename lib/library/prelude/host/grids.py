"""Grids, and the windows of an array. NumPy: numpy/lib/_index_tricks_impl.py, _stride_tricks_impl.py."""

VALUES = "meshgrid mgrid_item ogrid_item r_item c_item fromfunction"


@function("numpy")
def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    order = list(range(len(xi)))
    if indexing == "xy" and len(xi) > 1:
        order[0], order[1] = 1, 0
    vectors = [np.ravel(np.asarray(x)) for x in xi]
    parts = []
    for i, x in zip(order, vectors):
        sizes = [1] * len(xi)
        sizes[i] = -1
        parts.append(x.reshape(sizes))
    if sparse:
        return tuple(parts)
    shape = tuple([vectors[i].shape[0] for i in order])
    return tuple([np.array(np.broadcast_to(part, shape)) for part in parts])


def _along(key):
    """The numbers of a slice, whose step, where it is imaginary, says how many they are."""
    start, step = key.start or 0, 1 if key.step is None else key.step
    if isinstance(step, complex):
        return np.linspace(start, key.stop, int(abs(step)))
    return np.arange(start, key.stop, step)


def _common(vectors):
    floats = any([jnp.issubdtype(x.dtype, np.floating) for x in vectors])
    return [x.astype(float) if floats else x for x in vectors]


@function("numpy", property=True)
def mgrid():
    return object_of("numpy.mgrid")


@function("numpy.mgrid", name="__getitem__")
def mgrid_item(self, key):
    if isinstance(key, slice):
        return _along(key)
    return np.stack(np.meshgrid(*_common([_along(part) for part in key]), indexing="ij"))


@function("numpy", property=True)
def ogrid():
    return object_of("numpy.ogrid")


@function("numpy.ogrid", name="__getitem__")
def ogrid_item(self, key):
    if isinstance(key, slice):
        return _along(key)
    return np.meshgrid(*_common([_along(part) for part in key]), indexing="ij", sparse=True)


def _parts(key):
    """What stands between the commas, as arrays, and whether each is more than numbers in a row."""
    parts = key if isinstance(key, tuple) else (key,)
    if any([isinstance(part, str) for part in parts]):
        unknown("np.r_ and np.c_ with directives")
    return [_along(part) if isinstance(part, slice) else np.asarray(part) for part in parts]


@function("numpy", property=True)
def r_():
    return object_of("numpy.r_")


@function("numpy.r_", name="__getitem__")
def r_item(self, key):
    return np.concatenate([np.atleast_1d(part) for part in _parts(key)], axis=0)


@function("numpy", property=True)
def c_():
    return object_of("numpy.c_")


@function("numpy.c_", name="__getitem__")
def c_item(self, key):
    columns = [part if part.ndim > 1 else np.reshape(part, (-1, 1)) for part in _parts(key)]
    return np.concatenate(columns, axis=-1)


@function("numpy")
def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    grid = np.indices(tuple(shape))
    return program_call(function, *[grid[i].astype(dtype) for i in range(len(shape))], **kwargs)


@function("numpy.lib.stride_tricks")
def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    x = np.asarray(x)
    windows = tuple(window_shape) if isinstance(window_shape, (tuple, list)) else (window_shape,)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = tuple(range(x.ndim)) if axis is None else axes
    if len(windows) != len(axes):
        raise ValueError(f"Must provide matching length window_shape and axis; got {len(windows)} "
                         f"window_shape elements and {len(axes)} axes elements.")
    shape = list(x.shape)
    for dim, window in zip(axes, windows):
        if window > shape[dim]:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[dim] -= window - 1
    return np.empty(tuple(shape) + windows, x.dtype)
