"""Decompositions of jax.numpy.linalg, and what follows from singular values. JAX: numpy/linalg.py."""
from prelude.linalg.checks import is_square, only_one, require_inexact


def _check_square(name, a):
    """Since 0.12.0 a shape that does not fit is seen before anything else."""
    if release >= (0, 12) and not is_square(a):
        refuse(ValueError, f"Argument to linalg.{name} must have shape [..., n, n], got {a.shape}.",
               rule="shape-mismatch")


@function("jax.numpy.linalg", since="0.6.0", jitted="within")
@function("jax.numpy.linalg", until="0.6.0", without="symmetrize_input", jitted="within")
def cholesky(a, *, upper=False, symmetrize_input=True):
    a = require_arrays("jnp.linalg.cholesky", a)
    _check_square("cholesky", a)
    a, = promote_dtypes_inexact(a)
    lower = lax.linalg.cholesky(a, symmetrize_input=symmetrize_input)
    return lower.mT.conj() if upper else lower


@function("jax.numpy.linalg", jitted="within")
def qr(a, mode='reduced'):
    a = require_inexact("jnp.linalg.qr", a)
    if mode == "raw":
        factors, taus = linalg_geqrf([a])
        return named_tuple("QRResult", "Q R", factors.mT, taus)
    if mode not in ("reduced", "full", "r", "complete"):
        refuse(ValueError, f"Unsupported QR decomposition mode '{mode}'",
               help="modes are 'reduced', 'complete', 'r' and 'raw'")
    q, r = lax.linalg.qr(a, full_matrices=mode == "complete")
    return r if mode == "r" else named_tuple("QRResult", "Q R", q, r)


def _hermitian_svd(a, compute_uv, subset_by_index):
    """The singular values are the sizes of the eigenvalues, the greatest first."""
    v, e = lax.linalg.eigh(a, subset_by_index=subset_by_index)
    s = lax.abs(e)
    dims = [s.ndim - 1]
    if not compute_uv:
        return lax.rev(lax.sort(s, dimension=-1), dimensions=dims)
    sign = lax.sign(e) if release < (0, 12) else jnp.where(e < 0, -1, 1)
    dtype = jnp.int32 if release < (0, 7, 2) else jnp.uint32
    order = lax.broadcasted_iota(dtype, s.shape, dimension=s.ndim - 1)
    s, order, sign = lax.sort((s, order, sign), dimension=-1, num_keys=1)
    s = lax.rev(s, dimensions=dims)
    order = lax.rev(order, dimensions=dims)
    sign = lax.rev(sign, dimensions=dims)
    u = jnp.take_along_axis(v, order[..., None, :], axis=-1)
    vh = u * sign[..., None, :].astype(u.dtype)
    return named_tuple("SVDResult", "U S Vh", u, s, jnp.conjugate(vh.mT))


@function("jax.numpy.linalg", jitted="within")
def svd(a, full_matrices=True, compute_uv=True, hermitian=False, subset_by_index=None):
    a = require_inexact("jnp.linalg.svd", a)
    if hermitian:
        return _hermitian_svd(a, compute_uv, subset_by_index)
    result = lax.linalg.svd(a, full_matrices=full_matrices, compute_uv=compute_uv,
                            subset_by_index=subset_by_index)
    return named_tuple("SVDResult", "U S Vh", *result) if compute_uv else result


@function("jax.numpy.linalg")
def svdvals(x, /):
    x = require_arrays("jnp.linalg.svdvals", x)
    return jnp.linalg.svd(x, compute_uv=False, hermitian=False)


@function("jax.numpy.linalg", jitted="within")
def eigh(a, UPLO=None, symmetrize_input=True):
    a = require_arrays("jnp.linalg.eigh", a)
    _check_square("eigh", a)
    if UPLO not in (None, "L", "U"):
        raise ValueError(f"UPLO must be one of None, 'L', or 'U', got {UPLO}")
    a, = promote_dtypes_inexact(a)
    vectors, values = lax.linalg.eigh(a, symmetrize_input=symmetrize_input)
    return named_tuple("EighResult", "eigenvalues eigenvectors", values, vectors)


@function("jax.numpy.linalg", since="0.6.0", jitted="within")
@function("jax.numpy.linalg", until="0.6.0", without="symmetrize_input", jitted="within")
def eigvalsh(a, UPLO='L', *, symmetrize_input=True):
    a = require_inexact("jnp.linalg.eigvalsh", a)
    return jnp.linalg.eigh(a, UPLO, symmetrize_input=symmetrize_input)[0]


@function("jax.numpy.linalg")
def eig(a):
    a = require_inexact("jnp.linalg.eig", a)
    values, vectors = lax.linalg.eig(a, compute_left_eigenvectors=False)
    if release < (0, 8):
        return values, vectors
    return named_tuple("EigResult", "eigenvalues eigenvectors", values, vectors)


@function("jax.numpy.linalg", jitted="within")
def eigvals(a):
    a = require_inexact("jnp.linalg.eigvals", a)
    return lax.linalg.eig(a, compute_left_eigenvectors=False, compute_right_eigenvectors=False)[0]


def _pinv_of(a, rtol, hermitian):
    a = jnp.conj(a)
    rtol = 10.0 * jnp.array(jnp.finfo(a.dtype).eps) if rtol is None else jnp.asarray(rtol)
    u, s, vh = jnp.linalg.svd(a, full_matrices=False, hermitian=hermitian)
    rtol = lax.expand_dims(rtol[..., None], range(s.ndim - rtol.ndim - 1))
    s = jnp.where(s > rtol * s[..., 0:1], s, jnp.inf).astype(u.dtype)
    return lax.convert_element_type(jnp.matmul(vh.mT, jnp.divide(u.mT, s[..., None])), a.dtype)


def _turned(x):
    return x.mT.conj()


def _pinv_jvp(rtol, hermitian, primals, tangents):
    """JAX: _pinv_jvp, by G. H. Golub and V. Pereyra 1973."""
    a, da = primals[0], tangents[0]
    p = jnp.linalg.pinv(a, rtol=rtol, hermitian=hermitian)
    if hermitian:
        a, da = (a + _turned(a)) / 2, (da + _turned(da)) / 2
    if a.shape[-2] >= a.shape[-1]:
        s = (p @ _turned(p)) @ _turned(da)
        t = (_turned(da) @ _turned(p)) @ p
        return p, -(p @ da) @ p + s - (s @ a) @ p + t - (p @ a) @ t
    s = p @ (_turned(p) @ _turned(da))
    t = _turned(da) @ (_turned(p) @ p)
    return p, -p @ (da @ p) + s - s @ (a @ p) + t - p @ (a @ t)


@function("jax.numpy.linalg", jitted="within")
def pinv(a, rtol=None, hermitian=False, *, rcond=None):
    rtol = only_one(rtol, rcond, "pinv: only one of rtol and rcond may be specified.")
    a = require_inexact("jnp.linalg.pinv", a)
    if a.ndim < 2:
        refuse(ValueError, f"not enough values to unpack (expected 2, got {a.ndim})", rule="shape-mismatch")
    if a.shape[-1] == 0 or a.shape[-2] == 0:
        return jnp.empty(a.shape[:-2] + (a.shape[-1], a.shape[-2]), a.dtype)
    function = jax.custom_jvp(_pinv_of, nondiff_argnums=(1, 2))
    function.defjvp(_pinv_jvp)
    return function(a, rtol, hermitian)


@function("jax.numpy.linalg", since="0.10.1", jitted="within")
@function("jax.numpy.linalg", until="0.10.1", without="hermitian", jitted="within")
def matrix_rank(M, rtol=None, *, hermitian=False, tol=None):
    M = require_inexact("jnp.linalg.matrix_rank", M)
    rtol = only_one(rtol, tol, "matrix_rank: only one of tol or rtol may be specified.")
    if M.ndim < 2:
        return (M != 0).any().astype(jnp.int32)
    s = jnp.linalg.svd(M, full_matrices=False, compute_uv=False, hermitian=hermitian)
    if rtol is None:
        rtol = s.max(-1) * jnp.finfo(s.dtype).eps
    return jnp.sum(s > jnp.expand_dims(rtol, jnp.ndim(rtol)), axis=-1)
