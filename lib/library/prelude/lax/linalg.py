"""The functions of jax.lax.linalg around their primitives. JAX: lax/linalg.py."""
from prelude.lax.lowered import lower_qr


def _read_matrix(x):
    """An array where JAX looks at x.ndim before anything else."""
    if release < (0, 12) and not is_array(x):
        raise AttributeError(f"'{type(x).__name__}' object has no attribute 'ndim'")
    return require_operand("linalg", x)


def _check_square(name, x):
    """Since 0.12.0 cholesky and eigh look at the shape before they add the transpose."""
    if release >= (0, 12) and (x.ndim < 2 or x.shape[-1] != x.shape[-2]):
        refuse(ValueError, f"The input to linalg.{name} must have shape [..., n, n], got shape {x.shape}",
               rule="shape-mismatch")


def _symmetrized(x):
    if x.ndim < 2:
        permutation = (0, -1) if x.ndim else (-1, -2)
        refuse(TypeError, "transpose permutation isn't a permutation of operand dimensions, got permutation "
               f"{permutation} for operand shape {x.shape}.", rule="shape-mismatch",
               say=f"this takes matrices, but the array has rank {x.ndim}")
    other = lax.transpose(x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        other = lax.conj(other)
    return (x + other) / 2


def _read_subset(subset):
    if subset is None:
        return None
    subset = static_ints(subset)
    if len(subset) != 2:
        unknown("a subset_by_index that is not a pair")
    return subset


@function("jax.lax.linalg")
def cholesky(x, *, symmetrize_input=True):
    x, symmetric = _read_matrix(x), static_bool(symmetrize_input)
    _check_square("cholesky", x)
    return lower_triangle(linalg_cholesky([_symmetrized(x) if symmetric else x])[0])


@function("jax.lax.linalg", since="0.5.3")
def cholesky_update(r_matrix, w_vector):
    return linalg_cholesky_update([require_operand("cholesky_update", x) for x in (r_matrix, w_vector)])[0]


@function("jax.lax.linalg", until="0.4.38", without=("enable_eigvec_derivs", "implementation", "use_magma"))
@function("jax.lax.linalg", since="0.4.38", until="0.8.0", without=("enable_eigvec_derivs", "implementation"))
@function("jax.lax.linalg", since="0.8.0", until="0.10.1", without="enable_eigvec_derivs")
@function("jax.lax.linalg", since="0.10.1")
def eig(x, *, compute_left_eigenvectors=True, compute_right_eigenvectors=True, enable_eigvec_derivs=False,
        implementation=None, use_magma=None):
    return linalg_eig([require_operand("eig", x)], left_vectors=compute_left_eigenvectors,
                      right_vectors=compute_right_eigenvectors)


@function("jax.lax.linalg", until="0.8.1", without="implementation")
@function("jax.lax.linalg", since="0.8.1")
def eigh(x, *, lower=True, symmetrize_input=True, sort_eigenvalues=True, subset_by_index=None,
         implementation=None):
    x, symmetric, subset = _read_matrix(x), static_bool(symmetrize_input), _read_subset(subset_by_index)
    _check_square("eigh", x)
    return tuple(linalg_eigh([_symmetrized(x) if symmetric else x], subset=subset))


@function("jax.lax.linalg")
def hessenberg(a):
    return linalg_hessenberg([require_operand("hessenberg", a)])


@function("jax.lax.linalg")
def householder_product(a, taus):
    return linalg_householder_product([require_operand("householder_product", x) for x in (a, taus)])[0]


@function("jax.lax.linalg")
def lu(x):
    return linalg_lu([require_operand("lu", x)])


@function("jax.lax.linalg")
def lu_pivots_to_permutation(pivots, permutation_size):
    pivots = require_operand("lu_pivots_to_permutation", pivots)
    return linalg_lu_pivots_to_permutation([pivots], permutation_size=permutation_size)[0]


@function("jax.lax.linalg", since="0.10.0")
def ormqr(a, taus, c, *, left=True, transpose=False):
    return linalg_ormqr([require_operand("ormqr", x) for x in (a, taus, c)], left_side=left)[0]


@function("jax.lax.linalg", until="0.5.0", without=("pivoting", "use_magma"))
@function("jax.lax.linalg", since="0.5.0")
def qr(x, *, pivoting=False, full_matrices=True, use_magma=None):
    parts = linalg_qr([require_operand("qr", x)], pivoting=pivoting, full_matrices=full_matrices)
    lower_qr(x)
    return tuple(parts)


@function("jax.lax.linalg")
def schur(x, *, compute_schur_vectors=True, sort_eig_vals=False, select_callable=None):
    return linalg_schur([require_operand("schur", x)], left_vectors=compute_schur_vectors)


@function("jax.lax.linalg", until="0.4.35", without="algorithm")
@function("jax.lax.linalg", since="0.4.35")
def svd(x, *, full_matrices=True, compute_uv=True, subset_by_index=None, algorithm=None):
    x, full, vectors = require_operand("svd", x), static_bool(full_matrices), static_bool(compute_uv)
    s, *uv = linalg_svd([x], full_matrices=full, compute_uv=vectors, subset=_read_subset(subset_by_index))
    return (uv[0], s, uv[1]) if vectors else s


@function("jax.lax.linalg", since="0.5.3")
def symmetric_product(a_matrix, c_matrix, *, alpha=1.0, beta=0.0, symmetrize_output=False):
    operands = [require_operand("symmetric_product", x) for x in (a_matrix, c_matrix)]
    if static_bool(symmetrize_output):
        unknown("symmetric_product with symmetrize_output=True")
    return linalg_symmetric_product(operands)[0]


@function("jax.lax.linalg")
def triangular_solve(a, b, *, left_side=False, lower=False, transpose_a=False, conjugate_a=False,
                     unit_diagonal=False):
    operands = [require_operand("triangular_solve", x) for x in (a, b)]
    return linalg_triangular_solve(operands, left_side=left_side, transpose_a=transpose_a)[0]


@function("jax.lax.linalg")
def tridiagonal(a, *, lower=True):
    return linalg_tridiagonal([require_operand("tridiagonal", a)])


@function("jax.lax.linalg", until="0.10.0", without="perturb_singular")
@function("jax.lax.linalg", since="0.10.0")
def tridiagonal_solve(dl, d, du, b, *, perturb_singular=False):
    return linalg_tridiagonal_solve([require_operand("tridiagonal_solve", x) for x in (dl, d, du, b)])[0]
