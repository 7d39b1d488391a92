"""Eigenvectors, roots of matrices and least squares. optax 0.2.8: _src/linear_algebra.py."""
from prelude.optax.tree_utils import tree_norm, tree_scale, tree_sub, tree_vdot

MODULE = "optax"


def _normalized(tree):
    return tree_scale(1.0 / tree_norm(tree), tree)


def power_iteration(
    matrix, *, v0=None, num_iters=100, error_tolerance=1e-6, precision=lax.Precision.HIGHEST, key=None
):
    if callable(matrix):
        multiply = matrix
        if v0 is None:
            raise ValueError("v0 must be provided when `matrix` is a callable.")
    else:
        multiply = lambda v: jnp.matmul(matrix, v, precision=precision)
        if v0 is None:
            key = jax.random.PRNGKey(0) if key is None else key
            v0 = jax.random.uniform(key, shape=matrix.shape[-1:], dtype=matrix.dtype, minval=-1.0, maxval=1.0)
    v0 = _normalized(v0)

    def goes_on(carry):
        vector, product, value, count = carry
        rest = tree_norm(tree_sub(product, tree_scale(value, vector)))
        return ~(jnp.abs(rest / value) < error_tolerance) & (count < num_iters)

    def step(carry):
        vector = _normalized(carry[1])
        product = multiply(vector)
        return vector, product, tree_vdot(vector, product), carry[3] + 1

    init = (v0, multiply(v0), jnp.asarray(0.0), jnp.asarray(0))
    _, product, value, _ = jax.lax.while_loop(goes_on, step, init)
    return value, _normalized(product)


def _inverse_root(damped, identity, p, alpha, num_iters, error_tolerance, precision):
    """The root by Newton's iteration, and its error."""

    def power(m):
        square = jnp.matmul(m, m, precision=precision)
        fourth = jnp.matmul(square, square, precision=precision)
        branches = [lambda m: m, lambda m: square, lambda m: fourth]
        branches.append(lambda m: jnp.matmul(fourth, fourth, precision=precision))
        return lax.switch(jnp.asarray(jnp.round(jnp.log2(p)), jnp.int32), branches, m)

    def goes_on(state):
        return jnp.logical_and(state[0] < num_iters, jnp.logical_and(state[4] > error_tolerance, state[5]))

    def step(state):
        i, m, h, _, error, _ = state
        turned = (1 - alpha) * identity + alpha * m
        new_m = jnp.matmul(power(turned), m, precision=precision)
        new_error = jnp.max(jnp.abs(new_m - identity))
        return i + 1, new_m, jnp.matmul(h, turned, precision=precision), h, new_error, new_error < error * 1.2

    z = (1 + p) / (2 * jnp.linalg.norm(damped))
    m, h = damped * z, identity * jnp.power(z, 1.0 / p)
    init = (0, m, h, h, jnp.max(jnp.abs(m - identity)), True)
    _, m, h, before, _, converges = lax.while_loop(goes_on, step, init)
    converged = jnp.asarray(converges, before.dtype)
    return converged * h + (1 - converged) * before, jnp.max(jnp.abs(m - identity))


def matrix_inverse_pth_root(
    matrix, p, num_iters=100, ridge_epsilon=1e-6, error_tolerance=1e-6, precision=lax.Precision.HIGHEST
):
    size = matrix.shape[0]
    alpha = jnp.asarray(-1.0 / p, jnp.float32)
    identity = jnp.eye(size, dtype=jnp.float32)
    largest, _ = power_iteration(matrix, num_iters=100, error_tolerance=1e-6, precision=precision)
    ridge = ridge_epsilon * jnp.maximum(largest, 1e-16)
    if size == 1:
        return (matrix + ridge) ** alpha, 0
    damped = matrix + ridge * identity
    root, error = _inverse_root(damped, identity, p, alpha, num_iters, error_tolerance, precision)
    return jnp.asarray(root, matrix.dtype), error


def nnls(A, b, iters, unroll=1, L=None):
    assert A.ndim == 2
    assert b.ndim in (1, 2)
    assert b.shape[0] == A.shape[0]
    products, target = A.mT @ A, A.mT @ b
    if L is None:
        rows = jnp.linalg.matrix_norm(products, ord=1) if products.size != 0 else 0
        L = jnp.minimum(jnp.linalg.matrix_norm(products, ord="fro"), rows)
    L = jnp.where(L == 0, 1, L)

    def step(carry, _):
        x, p, c = carry
        new_c = (1 + jnp.sqrt(1 + 4 * c**2)) / 2
        new_x = (p - (products @ p - target) / L).clip(0)
        return (new_x, new_x + (c - 1) / new_c * (new_x - x), new_c), None

    x = jnp.zeros_like(b, shape=A.shape[-1:] + b.shape[1:])
    return lax.scan(step, (x, x, 0.0), length=iters, unroll=unroll)[0][0]


class MultiNormalDiagFromLogScale:
    def __init__(self, loc, log_scale):
        self._log_scale = jnp.asarray(log_scale)
        self._scale = jnp.exp(log_scale)
        self._mean = jnp.asarray(loc)
        self._param_shape = jax.lax.broadcast_shapes(self._mean.shape, self._scale.shape)

    def sample(self, shape, key):
        return jax.random.normal(key, shape=tuple(shape) + self._param_shape) * self._scale + self._mean

    def log_prob(self, x):
        parts = jax.scipy.stats.norm.logpdf(x, loc=self._mean, scale=self._scale)
        return jnp.sum(parts, axis=[-(i + 1) for i in range(len(self._param_shape))])

    @property
    def log_scale(self):
        return self._log_scale

    @property
    def params(self):
        return [self._mean, self._log_scale]


def multi_normal(loc, log_scale):
    return MultiNormalDiagFromLogScale(loc, log_scale)


def scale_gradient(inputs, scale):
    if scale == 1.0:
        return inputs
    if scale == 0.0:
        return jax.lax.stop_gradient(inputs)
    scaled = jax.custom_vjp(lambda inputs, scale: inputs)
    scaled.defvjp(lambda inputs, scale: (inputs, scale), lambda scale, g: (jax.tree.map(lambda x: x * scale, g), None))
    return scaled(inputs, scale)
