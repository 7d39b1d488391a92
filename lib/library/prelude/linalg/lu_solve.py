"""Systems of linear equations by LU decompositions. JAX: lax/linalg.py."""
from prelude.linalg.checks import is_square


def _lu_solve_core(lu, permutation, b, trans):
    """For one matrix, whose b has columns."""
    x = lax.reshape(b, (lu.shape[0], math.prod(b.shape[1:])))
    if trans == 0:
        x = x[permutation, :]
        x = lax.linalg.triangular_solve(lu, x, left_side=True, lower=True, unit_diagonal=True)
        x = lax.linalg.triangular_solve(lu, x, left_side=True, lower=False)
    else:
        x = lax.linalg.triangular_solve(lu, x, left_side=True, lower=False, transpose_a=True)
        x = lax.linalg.triangular_solve(lu, x, left_side=True, lower=True, unit_diagonal=True,
                                        transpose_a=True)
        _, order = lax.sort_key_val(permutation, lax.iota('int32', permutation.shape[0]))
        x = x[order, :]
    return lax.reshape(x, b.shape)


def _check_shapes(lu, b):
    if not is_square(lu):
        refuse(ValueError, f"last two dimensions of LU decomposition must be equal, got shape {lu.shape}",
               rule="shape-mismatch")
    if b.ndim == 0:
        refuse(ValueError, f"b matrix must have rank >= 1, got shape {b.shape}", rule="shape-mismatch")
    if lu.ndim == b.ndim + 1:
        how, place, rows = "the same number of dimensions, last axis of", "b array", b.shape[-1]
    else:
        how, place = "different numbers of dimensions, last axis of", "second to last axis of b array"
        rows = b.shape[-2]
    if rows != lu.shape[-1]:
        have = "have " if lu.ndim == b.ndim + 1 else ""
        refuse(ValueError, f"When LU decomposition matrix and b {have}{how} LU decomposition matrix (shape "
               f"{lu.shape}) and {place} (shape {b.shape}) must match", rule="shape-mismatch")


@function("<prelude>", errors_say="_lu_solve", jitted="within")
def lu_solve(lu, permutation, b, trans=0):
    _check_shapes(lu, b)
    vector = lu.ndim == b.ndim + 1
    if vector:
        b = b[..., None]
    batch = lax.broadcast_shapes(lu.shape[:-2], permutation.shape[:-1], b.shape[:-2])
    lu = jnp.broadcast_to(lu, batch + lu.shape[-2:])
    permutation = jnp.broadcast_to(permutation, batch + permutation.shape[-1:])
    b = jnp.broadcast_to(b, batch + b.shape[-2:])
    function = _lu_solve_core
    for _ in batch:
        function = jax.vmap(function, in_axes=(0, 0, 0, None))
    x = function(lu, permutation, b, trans)
    return x[..., 0] if vector else x


def multiplied(a, x):
    """a @ x, where both have a batch in front."""
    batch = lax.broadcast_shapes(a.shape[:-2], x.shape[:-1])
    a = jnp.broadcast_to(a, batch + a.shape[-2:])
    x = jnp.broadcast_to(x, batch + x.shape[-1:])
    dims = list(range(len(batch)))
    return lax.dot_general(a, x, (([a.ndim - 1], [x.ndim - 1]), (dims, dims)))


def check_solve_shapes(a, b):
    """JAX: _check_solve_shapes."""
    if not (is_square(a) and b.ndim in (a.ndim, a.ndim - 1) and b.shape[a.ndim - 2] == a.shape[-1]):
        refuse(ValueError, "The arguments to solve must have shapes a=[..., m, m] and b=[..., m, k] or "
               f"b=[..., m]; got a={a.shape} and b={b.shape}", rule="shape-mismatch")


def solve_matrices(a, b):
    """a has square matrices, b vectors or matrices for them. JAX: _solve."""
    check_solve_shapes(a, b)
    if (0, 7) <= release < (0, 8, 2) and mapped_axes():
        unknown("linear systems that vmap maps along the axes of a mesh, in this release")
    sizes = a.shape[:-1] + (1,) * b.ndim
    b = lax.broadcast_in_dim(b, tuple([m if n == 1 else n for n, m in zip(b.shape, sizes)]), range(b.ndim))
    lu, _, permutation = lax.linalg.lu(lax.stop_gradient(a))

    def solve_column(x):
        return lax.custom_linear_solve(
            functools.partial(multiplied, a), x,
            lambda _, y: lu_solve(lu, permutation, y, 0),
            lambda _, y: lu_solve(lu, permutation, y, 1))

    if a.ndim == b.ndim + 1:
        return solve_column(b)
    return jax.vmap(solve_column, b.ndim - 1, max(a.ndim, b.ndim) - 1)(b)
