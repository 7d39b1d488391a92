"""Linear algebra of SciPy. JAX: scipy/linalg.py."""
from prelude.linalg.lu_solve import check_solve_shapes, lu_solve, multiplied
from prelude.scipy.exponential import matrix_exponential


def _inexact(a):
    return promote_dtypes_inexact(jnp.asarray(a))[0]


@function("jax.scipy.linalg", jitted="within")
def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    a = _inexact(a)
    factor = lax.linalg.cholesky(a if lower else jnp.conj(a.mT), symmetrize_input=False)
    return factor if lower else jnp.conj(factor.mT)


@function("jax.scipy.linalg", jitted="within")
def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    return cholesky(a, lower=lower), lower


def _solve_mapped(solve, matrices, b):
    """A solver of one matrix on many; matrices is a tuple that begins with them."""
    shapes = ["(n,n)", "(n)"][:len(matrices)]
    a = matrices[0]
    vectors = b.ndim == 1 or (a.ndim == b.ndim + 1 and a.shape[-1] == b.shape[-1])
    signature = ",".join(shapes) + (",(n)->(n)" if vectors else ",(n,k)->(n,k)")
    return jnp.vectorize(solve, signature=signature)(*matrices, b)


def _solve_triangle(a, b, lower, transpose, conjugate, unit_diagonal=False):
    def solve(a, b):
        return lax.linalg.triangular_solve(a, b, left_side=True, lower=lower, transpose_a=transpose,
                                           conjugate_a=conjugate, unit_diagonal=unit_diagonal)

    return _solve_mapped(solve, (a,), b) if release >= (0, 10) else solve(a, b)


@function("jax.scipy.linalg", jitted="within")
def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    c, lower = c_and_lower
    c, b = promote_dtypes_inexact(jnp.asarray(c), jnp.asarray(b))
    if release < (0, 10):
        check_solve_shapes(c, b)
    b = _solve_triangle(c, b, lower, not lower, not lower)
    return _solve_triangle(c, b, lower, lower, lower)


@function("jax.scipy.linalg", jitted="within")
def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, debug=None,
                     check_finite=True):
    if trans not in (0, 1, 2, "N", "T", "C"):
        raise ValueError(f"Invalid 'trans' value {trans}")
    transpose, conjugate = trans not in (0, "N"), trans in (2, "C")
    a, b = promote_dtypes_inexact(jnp.asarray(a), jnp.asarray(b))
    if release < (0, 10) and a.ndim == b.ndim + 1:
        return _solve_triangle(a, b[..., None], lower, transpose, conjugate, unit_diagonal)[..., 0]
    return _solve_triangle(a, b, lower, transpose, conjugate, unit_diagonal)


@function("jax.scipy.linalg")
def svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver='gesdd'):
    result = lax.linalg.svd(_inexact(a), full_matrices=full_matrices, compute_uv=compute_uv)
    return tuple(result) if compute_uv else result


@function("jax.scipy.linalg")
def det(a, overwrite_a=False, check_finite=True):
    return jnp.linalg.det(a)


@function("jax.scipy.linalg")
def inv(a, overwrite_a=False, check_finite=True):
    return jnp.linalg.inv(a)


@function("jax.scipy.linalg", jitted="within")
def eigh(a, b=None, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, turbo=True,
         eigvals=None, type=1, check_finite=True):
    if release >= (0, 12) and (b is not None or type != 1):
        unknown("eigh of two matrices is not known")
    if b is not None:
        raise NotImplementedError("Only the b=None case of eigh is implemented")
    if type != 1:
        raise NotImplementedError("Only the type=1 case of eigh is implemented.")
    if eigvals is not None:
        raise NotImplementedError("Only the eigvals=None case of eigh is implemented.")
    a = jnp.asarray(a)
    if release >= (0, 12) and (a.ndim < 2 or a.shape[-1] != a.shape[-2]):
        refuse(ValueError, f"Argument a to linalg.eigh must have shape [..., n, n], got {a.shape}.",
               rule="shape-mismatch")
    vectors, values = lax.linalg.eigh(_inexact(a), lower=lower)
    return values if eigvals_only else (values, vectors)


@function("jax.scipy.linalg", jitted="within")
def schur(a, output='real'):
    if output not in ("real", "complex"):
        raise ValueError(f"Expected 'output' to be either 'real' or 'complex', got {output=}.")
    if not is_array(a):
        unknown("schur of what is not an array")
    if output == "complex":
        a = a.astype(jnp.promote_types(a.dtype, jnp.complex64))
    return tuple(lax.linalg.schur(a))


@function("jax.scipy.linalg", jitted="itself")
def lu_factor(a, overwrite_a=False, check_finite=True):
    lu, pivots, _ = lax.linalg.lu(_inexact(a))
    return lu, pivots


@function("jax.scipy.linalg", name="lu_solve", jitted="itself")
def scipy_lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    lu, pivots = lu_and_piv
    lu, b = promote_dtypes_inexact(jnp.asarray(lu), jnp.asarray(b))
    if release < (0, 10):
        unknown("lu_solve of this release is not known")
    permutation = lax.linalg.lu_pivots_to_permutation(pivots, lu.shape[-2])
    return _solve_mapped(lambda lu, order, b: lu_solve(lu, order, b, trans),
                         (lu, permutation), b)


def _factors(a, permute_l):
    """P, L and U of one matrix."""
    lu, _, permutation = lax.linalg.lu(a)
    m, n = a.shape
    k = min(m, n)
    p = jnp.array(permutation[None, :] == jnp.arange(m, dtype=permutation.dtype)[:, None], dtype=a.dtype)
    lower = jnp.tril(lu, -1)[:, :k] + jnp.eye(m, k, dtype=a.dtype)
    upper = jnp.triu(lu)[:k, :]
    p = jnp.real(p)
    return (jnp.matmul(p, lower), upper) if permute_l else (p, lower, upper)


@function("jax.scipy.linalg", name="lu", jitted="itself")
def scipy_lu(a, permute_l=False, overwrite_a=False, check_finite=True):
    a = _inexact(a)
    if a.ndim != 2:
        unknown("lu of what is not a matrix")
    return _factors(a, permute_l)


@function("jax.scipy.linalg", jitted="within")
def qr(a, overwrite_a=False, lwork=None, mode='full', pivoting=False, check_finite=True):
    if mode not in ("full", "r", "economic"):
        raise ValueError(f"Unsupported QR decomposition mode '{mode}'")
    q, r, *p = lax.linalg.qr(_inexact(a), pivoting=pivoting, full_matrices=mode != "economic")
    rest = tuple(p[:1]) if pivoting else ()
    return (r,) + rest if mode == "r" else (q, r) + rest


@function("jax.scipy.linalg", jitted="within")
def solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, debug=False, check_finite=True,
          assume_a='gen'):
    known = ["gen", "sym", "her", "pos"]
    if assume_a not in known:
        raise ValueError(f"Expected assume_a to be one of {known}; got {assume_a!r}")
    if assume_a != "pos":
        return jnp.linalg.solve(a, b)
    a, b = promote_dtypes_inexact(jnp.asarray(a), jnp.asarray(b))
    check_solve_shapes(a, b)
    factors = cho_factor(lax.stop_gradient(a), lower=lower)

    def solve_column(x):
        def solve_factors(_, y):
            return cho_solve(factors, y) if release < (0, 12) else cho_solve(factors, y[..., None]).squeeze(-1)

        return lax.custom_linear_solve(functools.partial(multiplied, a), x, solve_factors, symmetric=True)

    if a.ndim == b.ndim + 1:
        return solve_column(b)
    return jax.vmap(solve_column, b.ndim - 1, max(a.ndim, b.ndim) - 1)(b)


def _exponential(a, upper_triangular, max_squarings):
    """Of one matrix, by steps that only a plan follows."""
    if a.dtype not in (jnp.float32, jnp.float64, jnp.complex64, jnp.complex128):
        refuse(TypeError, f"A.dtype={a.dtype.name} is not supported.", rule="dtype-mismatch")
    if not is_replicated(a):
        unknown("expm of a sharded matrix is not known")
    return matrix_exponential(a, upper_triangular, max_squarings) if is_recorded() else jnp.matmul(a, a)


@function("jax.scipy.linalg", jitted="itself")
def expm(A, *, upper_triangular=False, max_squarings=16):
    a, = promote_dtypes_inexact(A)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        refuse(ValueError, f"Expected A to be a (batched) square matrix, got A.shape={a.shape}.",
               rule="shape-mismatch")
    one = functools.partial(_exponential, upper_triangular=upper_triangular, max_squarings=max_squarings)
    return jnp.vectorize(one, signature="(n,n)->(n,n)")(a) if a.ndim > 2 else one(a)


@function("jax.scipy.linalg", jitted="itself")
def block_diag(*arrs):
    arrays = promote_dtypes(*(arrs or (jnp.zeros((1, 0)),)))
    for i, x in enumerate(arrays):
        if x.ndim > 2:
            unknown("block_diag of more than two dimensions")
    arrays = [jnp.atleast_2d(x) for x in arrays]
    zero = jnp.zeros((), arrays[0].dtype)
    if release < (0, 8):
        joined = arrays[0]
        for x in arrays[1:]:
            columns = x.shape[1]
            x = lax.pad(x, zero, ((0, 0, 0), (joined.shape[-1], 0, 0)))
            joined = lax.pad(joined, zero, ((0, 0, 0), (0, columns, 0)))
            joined = lax.concatenate([joined, x], dimension=0)
        return joined
    total, start, parts = sum([x.shape[1] for x in arrays]), 0, []
    for x in arrays:
        parts.append(lax.pad(x, zero, ((0, 0, 0), (start, total - x.shape[1] - start, 0))))
        start += x.shape[1]
    return jnp.concatenate(parts, axis=0)


@function("jax.scipy.linalg", jitted="itself")
def hilbert(n):
    a = lax.broadcasted_iota(jnp.float32, (n, 1), 0)
    return 1 / (a + a.T + 1)


@function("jax.scipy.linalg", since="0.10.2", jitted="itself")
def dft(n, scale=None, *, dtype=None):
    if scale is not None and scale not in ("sqrtn", "n"):
        raise ValueError(f"scale must be None, 'sqrtn', or 'n'; got {scale!r}.")
    dtype = jnp.dtype(jnp.complex64) if dtype is None else as_dtype(dtype)
    if not jnp.issubdtype(dtype, jnp.complexfloating):
        raise ValueError(f"dtype must be a complex floating-point type; got {dtype.name}.")
    a = jnp.arange(n, dtype=dtype)
    turns = jnp.exp(-2j * math.pi * a[:, None] * a[None, :] / n)
    if scale is None:
        return turns
    return turns / jnp.sqrt(n) if scale == "sqrtn" else turns / n
