"""Indices of triangles, diagonals and open meshes. JAX: numpy/lax_numpy.py, numpy/indexing.py."""

VALUES = "diag_indices ix_ diagflat unravel_index ravel_multi_index"


def _triangle_size(n, m, k):
    """Elements on diagonal k and above."""
    if k < 0:
        return n * m - _triangle_size(m, n, 1 - k)
    if k >= m:
        return 0
    side = min(n, m - k)
    return side * (side + 1) // 2 + side * (m - k - side)


@function("jax.numpy")
def triu_indices(n, k=0, m=None):
    n, k = concrete_int(n), concrete_int(k)
    m = n if m is None else concrete_int(m)
    return jnp.nonzero(jnp.triu(jnp.ones((n, m)), k=k), size=_triangle_size(n, m, k))


@function("jax.numpy")
def tril_indices(n, k=0, m=None):
    n, k = concrete_int(n), concrete_int(k)
    m = n if m is None else concrete_int(m)
    return jnp.nonzero(jnp.tril(jnp.ones((n, m)), k=k), size=_triangle_size(m, n, -k))


def _matrix_shape(name, arr):
    shape = require_arrays(name, arr).shape
    if len(shape) != 2:
        refuse(ValueError, "Only 2-D inputs are accepted", rule="shape-mismatch")
    return shape


@function("jax.numpy")
def triu_indices_from(arr, k=0):
    shape = _matrix_shape("triu_indices_from", arr)
    return triu_indices(shape[0], k=k, m=shape[1])


@function("jax.numpy")
def tril_indices_from(arr, k=0):
    shape = _matrix_shape("tril_indices_from", arr)
    return tril_indices(shape[0], k=k, m=shape[1])


@function("jax.numpy")
def mask_indices(n, mask_func, k=0, *, size=None):
    return jnp.nonzero(mask_func(jnp.ones((n, n)), k), size=size)


@function("jax.numpy")
def diag_indices(n, ndim=2):
    n, ndim = concrete_int(n), concrete_int(ndim)
    if n < 0:
        raise ValueError(f"n argument to diag_indices must be nonnegative, got {n}")
    if ndim < 0:
        raise ValueError(f"ndim argument to diag_indices must be nonnegative, got {ndim}")
    return (lax.iota(int, n),) * ndim


@function("jax.numpy")
def diag_indices_from(arr):
    arr = require_arrays("diag_indices_from", arr)
    if arr.ndim < 2:
        refuse(ValueError, "input array must be at least 2-d", rule="shape-mismatch")
    if any([n != arr.shape[0] for n in arr.shape]):
        refuse(ValueError, "All dimensions of input must be of equal length", rule="shape-mismatch")
    return diag_indices(arr.shape[0], ndim=arr.ndim)


@function("jax.numpy")
def diagflat(v, k=0):
    v = jnp.ravel(require_arrays("diagflat", v))
    side = len(v) + abs(k)
    result = jnp.zeros(side * side, dtype=v.dtype)
    i = jnp.arange(0, side - abs(k))
    places = i + k + i * side if k >= 0 else i + (i - k) * side
    return result.at[places].set(v).reshape(side, side)


@function("jax.numpy")
def ix_(*args):
    arrays = require_arrays("ix", *args) if len(args) != 1 else (require_arrays("ix", *args),)
    for x in arrays:
        if x.ndim != 1:
            refuse(ValueError, f"Arguments to jax.numpy.ix_ must be 1-dimensional, got shape {x.shape}",
                   rule="shape-mismatch")
        if x.dtype == jnp.bool_:
            raise NotImplementedError("Boolean arguments to jax.numpy.ix_ are not implemented")
    shapes = [[x.shape[0] if i == j else 1 for j in range(len(arrays))] for i, x in enumerate(arrays)]
    return tuple([lax.full(shape, 0, int) if x.size == 0 else lax.broadcast_in_dim(x, shape, (i,))
                  for i, (x, shape) in enumerate(zip(arrays, shapes))])


def tile_to_size(x, size):
    """A vector repeated up to a size."""
    if x.size < size:
        x = jnp.tile(x, -(-size // x.size))
    return x[:size] if x.size > size else x


@function("jax.numpy")
def fill_diagonal(a, val, wrap=False, *, inplace=True):
    if inplace:
        raise NotImplementedError("JAX arrays are immutable, must use inplace=False")
    if wrap:
        raise NotImplementedError("wrap=True is not implemented, must use wrap=False")
    a, val = require_arrays("fill_diagonal", a, val)
    if a.ndim < 2:
        refuse(ValueError, "array must be at least 2-d", rule="shape-mismatch")
    if a.ndim > 2 and any([n != a.shape[0] for n in a.shape]):
        refuse(ValueError, "All dimensions of input must be of equal length", rule="shape-mismatch")
    n = min(a.shape)
    return a.at[diag_indices(n, a.ndim)].set(val if val.ndim == 0 else tile_to_size(val.ravel(), n))


@function("jax.numpy")
def unravel_index(indices, shape):
    indices = require_arrays("unravel_index", indices)
    shape = list(shape) if isinstance(shape, (tuple, list)) else [shape]
    found = []
    for size in shape[::-1]:
        indices, rest = jnp.divmod(indices, size)
        found = [rest] + found
    above = indices > 0
    below = (jnp.asarray(False) if jnp.issubdtype(indices.dtype, jnp.unsignedinteger) else indices < -1)
    return tuple([jnp.where(above, size - 1, jnp.where(below, 0, i)) for size, i in zip(shape, found)])


def _strides(dims, order):
    if order not in ("C", "F"):
        raise ValueError(f"invalid {order=}. Expected 'C' or 'F'")
    strides, total = [], 1
    for size in dims if order == "F" else dims[::-1]:
        strides.append(total)
        total *= size
    return strides if order == "F" else strides[::-1]


@function("jax.numpy")
def ravel_multi_index(multi_index, dims, mode='raise', order='C', *, dtype=None):
    if len(multi_index) != len(dims):
        refuse("AssertionError", f"len(multi_index)={len(multi_index)} != len(dims)={len(dims)}")
    dims = [concrete_int(n) for n in dims]
    arrays = [require_arrays("ravel_multi_index", i) for i in multi_index]
    dtype = jnp.result_type(int, *arrays) if dtype is None else as_dtype(dtype)
    if not jnp.issubdtype(dtype, jnp.integer):
        raise ValueError(f"{dtype=} is not an integer type.")
    if math.prod(dims) - 1 > jnp.iinfo(dtype).max:
        unknown("ravel_multi_index of more elements than its dtype holds")
    for i in arrays:
        if mode == "raise":
            concrete_int(i)
        if not jnp.issubdtype(i.dtype, jnp.integer):
            refuse(TypeError, "only int indices permitted", rule="dtype-mismatch")
    if mode == "clip":
        arrays = [jnp.clip(i, 0, n - 1) for i, n in zip(arrays, dims)]
    elif mode == "wrap":
        arrays = [i % n for i, n in zip(arrays, dims)]
    elif mode == "raise":
        unknown("ravel_multi_index that looks at its indices")
    elif mode != "ignore" or release < (0, 10):
        unknown(f"ravel_multi_index with {mode=}")
    result = jnp.array(0, dtype=dtype)
    for i, stride in zip(arrays, _strides(dims, order)):
        result = result + i.astype(dtype) * stride
    return result
