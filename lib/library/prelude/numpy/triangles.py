"""Triangles and diagonals of matrices. JAX: numpy/lax_numpy.py, numpy/array_creation.py."""

VALUES = "eye identity tri tril triu diag diagonal trace"


def _mask(shape, relation, dtype=bool, k=None):
    """A matrix that is 1 where the row's number, moved by k, and the column's are in the relation (_eye, _tri)."""
    rows = lax.add(lax.broadcasted_iota(int, shape, 0), constant(int, number=k))
    return lax.convert_element_type(relation(rows, lax.broadcasted_iota(int, shape, 1)), dtype)


def _refuse_negative(rows, columns):
    refuse(ValueError, f"negative dimensions are not allowed, got {rows} and {columns}",
           rule="shape-mismatch")


def _float(dtype):
    return canonical_dtype(dtype, float)


@function("jax.numpy", until="0.4.35", without="device")
@function("jax.numpy", since="0.4.35")
def eye(N, M=None, k=0, dtype=None, *, device=None):
    dtype, given = _float(dtype), k
    k, N = require_arrays("eye", k), static_int(N)
    columns = N if M is None else static_int(M)
    if k.ndim or not jnp.issubdtype(k.dtype, jnp.integer):
        raise ValueError(f"k must be a scalar integer; got {given}")
    if N < 0 or columns < 0:
        _refuse_negative(N, M)
    result = _mask((N, columns), lax.eq, dtype, given)
    return result if device is None else jax.device_put(result, device)


@function("jax.numpy")
def identity(n, dtype=None):
    dtype, n = _float(dtype), static_int(n)
    if n < 0:
        _refuse_negative(n, None)
    return _mask((n, n), lax.eq, dtype, 0)


@function("jax.numpy")
def tri(N, M=None, k=0, dtype=None):
    dtype, N = canonical_dtype(dtype, jnp.float32 if release < (0, 11, 2) else float), static_int(N)
    return _mask((N, N if M is None else static_int(M)), lax.ge, dtype, k)


def _triangle(name, m, k):
    x = require_arrays(name, m)
    static_int(k)
    if x.ndim < 2:
        refuse(ValueError, f"Argument to jax.numpy.{name} must be at least 2D", rule="shape-mismatch")
    mask, sharding = _mask(x.shape[-2:], lax.ge, bool, k), sharding_of(x)
    if release >= (0, 10) and sharding is not None:
        mask = lax.broadcast(mask, x.shape[:-2], out_sharding=sharding)
    else:
        mask = lax.broadcast(mask, x.shape[:-2])
    return mask, lax.full_like(x, 0), x


@function("jax.numpy", jitted="itself")
def tril(m, k=0):
    mask, zeros, x = _triangle("tril", m, k)
    return lax.select_n(mask, zeros, x)


@function("jax.numpy", jitted="itself")
def triu(m, k=0):
    mask, zeros, x = _triangle("triu", m, k - 1)
    return lax.select_n(mask, x, zeros)


def _far(offset):
    if abs(offset) > 2147483647:
        unknown("a diagonal that is far outside")


def _diagonal_matrix(x, k):
    """A matrix with the vector on a diagonal."""
    columns, zero = release >= (0, 10, 2), constant(x.dtype, x.weak_type, 0)
    sides = (max(-k, 0), max(k, 0)) if columns else (max(k, 0), max(-k, 0))
    x = lax.pad(x, zero, [sides + (0,)])
    mask = _mask((x.size, x.size), lax.eq, bool, k)
    if columns:
        return jnp.where(mask, lax.expand_dims(x, (1,)), zero)
    return jnp.where(mask, x, lax.full_like(x, 0))


def _take_diagonal(x, offset):
    rows, columns = x.shape[-2:]
    length = max(min(rows + min(offset, 0), columns - max(offset, 0)), 0)
    near = jnp.arange(length)
    far = jnp.arange(abs(offset), abs(offset) + length)
    return x[..., far, near] if offset < 0 else x[..., near, far]


def _main_diagonal(x):
    """The diagonal of a square matrix, in a branch of its own: JAX has another for kernels of Pallas, and leaves the
    one branch that other platforms have to a conditional (platform_dependent)."""
    platform, first = constant(jnp.int32, number=1), lambda: constant(jnp.int32)
    kept = run_branches("switch", platform, [first, first], ["mosaic", "default"], ())
    return run_branches("switch", kept, [lambda a: _take_diagonal(a, 0)], ["default"], (x,))


def _dims_last(x, axis1, axis2):
    """The array with two dimensions at its end."""
    first, second = canonical_axis(axis1, x.ndim), canonical_axis(axis2, x.ndim)
    if first == second:
        unknown("a diagonal within one dimension")
    others = [i for i in range(x.ndim) if i != first and i != second]
    return lambda: lax.transpose(x, others + [first, second])


@function("jax.numpy")
def diag(v, k=0):
    x, k = require_arrays("diag", v), static_int(k)
    _far(k)
    if x.ndim not in (1, 2):
        refuse(ValueError, "diag input must be 1d or 2d", rule="shape-mismatch")
    return _diagonal_matrix(x, k) if x.ndim == 1 else jnp.diagonal(x, k)


@function("jax.numpy", jitted="itself", called=True)
@function("ndarray", errors_say="_diagonal", jitted="within", called=True)
def diagonal(a, offset=0, axis1=0, axis2=1):
    x = require_arrays("diagonal", a)
    if x.ndim < 2:
        refuse(ValueError, "diagonal requires an array of at least two dimensions.",
               rule="shape-mismatch")
    offset, turned = static_int(offset), _dims_last(x, axis1, axis2)
    _far(offset)
    if release >= (0, 5) and x.ndim == 2 and x.shape[0] == x.shape[1] and offset == 0 and x.dtype != jnp.bool_:
        return _main_diagonal(turned())
    return _take_diagonal(turned(), offset)


@function("jax.numpy", jitted="itself")
@function("ndarray", errors_say="_trace", jitted="within")
def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    turned = _dims_last(require_arrays("trace", a), axis1, axis2)
    if out is not None:
        unknown("jnp.trace with out=")
    # All but the diagonal is made 0, then summed up.
    x = turned()
    return jnp.sum(jnp.where(_mask(x.shape[-2:], lax.eq, bool, offset), x, lax.full_like(x, 0)), (-2, -1), dtype)
