"""Systems of linear equations in jax.numpy.linalg, and powers of matrices. JAX: numpy/linalg.py."""
from prelude.linalg.checks import is_square, require_inexact
from prelude.linalg.lu_solve import solve_matrices


def _check_ranks(a, b):
    """Since 0.5.0 b is a vector only when that is all it is."""
    if a.ndim < 2:
        refuse(ValueError, f"left hand array must be at least two dimensional; got {a.shape=}",
               rule="shape-mismatch")
    if a.ndim == b.ndim + 1 and b.ndim > 1 and b.shape[-1] == a.shape[-1] != b.shape[-2]:
        refuse(ValueError, f"Invalid shapes for solve: {a.shape}, {b.shape}. Prior to JAX v0.5.0, this would "
               "have been treated as a batched 1-dimensional solve. To recover this behavior, use "
               "solve(a, b[..., None]).squeeze(-1).", rule="shape-mismatch",
               say=f"b of rank {b.ndim} is taken as matrices, which have {b.shape[-2]} rows where those of a "
               f"have {a.shape[-1]}",
               help="write jnp.linalg.solve(a, b[..., None])[..., 0]")


@function("jax.numpy.linalg", jitted="itself")
def solve(a, b):
    a, b = promote_dtypes_inexact(*require_arrays("jnp.linalg.solve", a, b))
    vectors = b.ndim == 1
    if release >= (0, 5):
        _check_ranks(a, b)
    else:
        vectors = vectors or a.ndim == b.ndim + 1
    signature = "(m,m),(m)->(m)" if vectors else "(m,m),(m,n)->(m,n)"
    return jnp.vectorize(solve_matrices, signature=signature)(a, b)


@function("jax.numpy.linalg", jitted="itself")
def inv(a):
    a = require_arrays("jnp.linalg.inv", a)
    if not is_square(a):
        refuse(ValueError, f"Argument to inv must have shape [..., n, n], got {a.shape}.",
               rule="shape-mismatch")
    if release < (0, 7) and varying_axes(a):
        unknown("inverses of what varies along Manual axes, in this release")
    return jnp.linalg.solve(a, lax.broadcast(jnp.eye(a.shape[-1], dtype=a.dtype), a.shape[:-2]))


def _power(a, n):
    """By squaring."""
    if n == 3:
        return (a @ a) @ a
    square = result = None
    while n > 0:
        square = a if square is None else square @ square
        if n % 2:
            result = square if result is None else result @ square
        n //= 2
    return result


@function("jax.numpy.linalg", jitted="itself")
def matrix_power(a, n):
    if release >= (0, 6, 1):
        a = require_arrays("jnp.linalg.matrix_power", a)
    else:
        a = require_inexact("jnp.linalg.matrix_power", a)
    if a.ndim < 2:
        refuse(TypeError, f"{a.ndim}-dimensional array given. Array must be at least two-dimensional",
               rule="shape-mismatch")
    if not is_square(a):
        refuse(TypeError, "Last 2 dimensions of the array must be square", rule="shape-mismatch")
    if not is_integer(n):
        raise TypeError(f"exponent must be an integer, got {n}")
    n = static_int(n)
    if n == 0:
        return jnp.broadcast_to(jnp.eye(a.shape[-2], dtype=a.dtype), a.shape)
    return _power(jnp.linalg.inv(a), -n) if n < 0 else _power(a, n)


@function("jax.numpy.linalg")
def tensorinv(a, ind=2):
    a = require_arrays("tensorinv", a)
    ind = static_int(ind)
    if ind <= 0:
        refuse(ValueError, f"ind must be a positive integer; got {ind=}", rule="shape-mismatch")
    rows, columns = math.prod(a.shape[:ind]), math.prod(a.shape[ind:])
    if rows != columns:
        refuse(ValueError, "tensorinv is only possible when the product of the first `ind` dimensions equals "
               f"that of the remaining dimensions. got arr.shape={a.shape} with {ind=}.",
               rule="shape-mismatch")
    return jnp.linalg.inv(a.reshape((rows, columns))).reshape(*a.shape[ind:], *a.shape[:ind])


@function("jax.numpy.linalg")
def tensorsolve(a, b, axes=None):
    a, b = require_arrays("tensorsolve", a, b)
    if axes is not None:
        a = jnp.moveaxis(a, axes, len(axes) * (a.ndim - 1,))
    out = a.shape[b.ndim:]
    if a.shape[:b.ndim] != b.shape:
        refuse(ValueError, "After moving axes to end, leading shape of a must match shape of b. got "
               f"{a.shape=}, {b.shape=}", rule="shape-mismatch")
    if b.size != math.prod(out):
        refuse(ValueError, "Input arrays must have prod(a.shape[:b.ndim]) == prod(a.shape[b.ndim:]); got "
               f"{a.shape=}, {b.ndim=}.", rule="shape-mismatch")
    return jnp.linalg.solve(a.reshape(b.size, math.prod(out)), b.ravel()).reshape(out)


def _check_least_squares(a, b):
    """Takes a matrix, and a vector or matrix."""
    if a.ndim == 0 or b.ndim == 0:
        refuse("IndexError", "tuple index out of range", rule="shape-mismatch")
    if a.shape[0] != b.shape[0]:
        refuse(ValueError, "Leading dimensions of input arrays must match", rule="shape-mismatch",
               say=f"a has {a.shape[0]} rows and b {b.shape[0]}")
    if a.ndim != 2:
        refuse(TypeError, f"{a.ndim}-dimensional array given. Array must be two-dimensional",
               rule="shape-mismatch")
    if b.ndim > 2:
        refuse(TypeError, f"{b.ndim}-dimensional array given. Array must be one or two-dimensional",
               rule="shape-mismatch")


def _least_squares(a, b, rcond):
    """The solution, the rank and the singular values."""
    eps = float(jnp.finfo(a.dtype).eps)
    rcond = eps if rcond is None else jnp.where(rcond < 0, eps, rcond)
    u, s, vt = jnp.linalg.svd(a, full_matrices=False)
    mask = s >= jnp.array(rcond, dtype=s.dtype) * s[0]
    if release >= (0, 8, 1):
        mask = (s > 0) & mask
    rank = mask.sum()
    safe = jnp.where(mask, s, 1).astype(a.dtype)
    inverse = jnp.where(mask, 1 / safe, 0)[:, None]
    turned = jnp.matmul(u.conj().T, b)
    return jnp.matmul(vt.conj().T, inverse * turned), rank, s


@function("jax.numpy.linalg", jitted="within")
def lstsq(a, b, rcond=None, *, numpy_resid=False):
    a, b = require_arrays("jnp.linalg.lstsq", a, b)
    if numpy_resid:
        unknown("the residuals of numpy depend on values")
    a, b = promote_dtypes_inexact(a, b)
    _check_least_squares(a, b)
    vector = b.ndim == 1
    if vector:
        b = b[:, None]
    if a.size:
        x, rank, s = _least_squares(a, b, rcond)
    else:
        s = jnp.empty(0, dtype=a.dtype)
        rank = jnp.array(0, dtype=int)
        x = jnp.zeros((a.shape[1], *b.shape[1:]), dtype=a.dtype)
    residuals = jnp.linalg.norm(b - jnp.matmul(a, x), axis=0) ** 2
    return x.ravel() if vector else x, residuals, rank, s
