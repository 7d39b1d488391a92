"""Iterative solvers of linear systems. JAX: scipy/sparse/linalg.py."""


def _product(x, y):
    """The real part of the product of two trees."""
    def of_leaves(x, y):
        result = jnp.vdot(x.real, y.real)
        if jnp.iscomplexobj(x) or jnp.iscomplexobj(y):
            result = result + jnp.vdot(x.imag, y.imag)
        return result

    return sum(jax.tree.leaves(jax.tree.map(of_leaves, x, y)))


def _vdot(x, y):
    return sum(jax.tree.leaves(jax.tree.map(jnp.vdot, x, y)))


def _plus(x, y):
    return jax.tree.map(lambda a, b: a + b, x, y)


def _minus(x, y):
    return jax.tree.map(lambda a, b: a - b, x, y)


def _times(number, x):
    return jax.tree.map(lambda a: number * a, x)


def _operator(f):
    if callable(f):
        return f
    if not hasattr(f, "__matmul__"):
        raise TypeError(f"linear operator must be either a function or ndarray: {f}")
    if f.ndim != 2 or f.shape[0] != f.shape[1]:
        refuse(ValueError, f"linear operator must be a square matrix, but has shape: {f.shape}",
               rule="shape-mismatch")
    return lambda x: jnp.dot(f, x)


def _least(b, tol, atol):
    """The square of a residual that is small enough."""
    return jnp.maximum(jnp.square(tol) * _product(b, b), jnp.square(atol))


def _conjugate_gradients(A, b, x0, maxiter, tol, atol, M):
    least = _least(b, tol, atol)
    plain, M = M is None, (lambda x: x) if M is None else M

    def goes_on(state):
        _, r, gamma, _, k = state
        return ((gamma.real if plain else _product(r, r)) > least) & (k < maxiter)

    def turn(state):
        x, r, gamma, p, k = state
        moved = A(p)
        alpha = gamma / _product(p, moved).astype(dtype)
        x, r = _plus(x, _times(alpha, p)), _minus(r, _times(alpha, moved))
        z = M(r)
        after = _product(r, z).astype(dtype)
        return x, r, after, _plus(z, _times(after / gamma, p)), k + 1

    r = _minus(b, A(x0))
    z = M(r)
    dtype = jnp.result_type(*jax.tree.leaves(z))
    return lax.while_loop(goes_on, turn, (x0, r, _product(r, z).astype(dtype), z, 0))[0]


def _stabilized(A, b, x0, maxiter, tol, atol, M):
    least = _least(b, tol, atol)
    M = (lambda x: x) if M is None else M

    def goes_on(state):
        r, k = state[1], state[-1]
        return (_product(r, r) > least) & (k < maxiter) & (k >= 0)

    def turn(state):
        x, r, rhat, alpha, omega, rho, p, q, k = state
        before, rho = rho, _vdot(rhat, r)
        beta = rho / before * alpha / omega
        p = _plus(r, _times(beta, _minus(p, _times(omega, q))))
        phat = M(p)
        q = A(phat)
        alpha = rho / _vdot(rhat, q)
        s = _minus(r, _times(alpha, q))
        early = _product(s, s) < least
        shat = M(s)
        t = A(shat)
        omega = _vdot(t, s) / _vdot(t, t)
        half = _plus(x, _times(alpha, phat))
        whole = _plus(x, _plus(_times(alpha, phat), _times(omega, shat)))
        x = jax.tree.map(lambda a, c: jnp.where(early, a, c), half, whole)
        r = jax.tree.map(lambda a, c: jnp.where(early, a, c), s, _minus(s, _times(omega, t)))
        k = jnp.where((omega == 0) | (alpha == 0), -11, k + 1)
        k = jnp.where(rho == 0, -10, k)
        return x, r, rhat, alpha, omega, rho, p, q, k

    r = _minus(b, A(x0))
    one = jnp.array(1, jnp.result_type(*jax.tree.leaves(b)))
    return lax.while_loop(goes_on, turn, (x0, r, r, one, one, one, r, r, 0))[0]


def _solved(method, A, b, x0, tol, atol, maxiter, M, check_symmetric):
    b = jax.tree.map(leaf_array, b)
    x0 = jax.tree.map(jnp.zeros_like, b) if x0 is None else jax.tree.map(leaf_array, x0)
    if maxiter is None:
        maxiter = 10 * sum([x.size for x in jax.tree.leaves(b)])
    A, M = _operator(A), M if M is None else _operator(M)
    if structure_text(x0) != structure_text(b):
        unknown("a system whose x0 has another structure than b")
    given, wanted = [x.shape for x in jax.tree.leaves(x0)], [x.shape for x in jax.tree.leaves(b)]
    if given != wanted:
        refuse(ValueError, f"arrays in x0 and b must have matching shapes: {given} vs {wanted}",
               rule="shape-mismatch")

    def solve(A, b):
        return method(A, b, x0, maxiter, tol, atol, M)

    symmetric = check_symmetric and not any([jnp.iscomplexobj(x) for x in jax.tree.leaves(b)])
    return lax.custom_linear_solve(A, b, solve, solve, symmetric), None


@function("jax.scipy.sparse.linalg")
def cg(A, b, x0=None, *, tol=1e-5, atol=0.0, maxiter=None, M=None):
    return _solved(_conjugate_gradients, A, b, x0, tol, atol, maxiter, M, True)


@function("jax.scipy.sparse.linalg")
def bicgstab(A, b, x0=None, *, tol=1e-5, atol=0.0, maxiter=None, M=None):
    return _solved(_stabilized, A, b, x0, tol, atol, maxiter, M, False)
