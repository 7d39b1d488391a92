"""Activations. JAX: nn/functions.py."""


@function("jax.nn", since="0.6.0", jitted="within")
def identity(x):
    return require_arrays("identity", x)


@function("jax.nn", jitted="within", custom_jvp=True)
def relu(x):
    return jnp.maximum(x, 0)


@function("jax.nn", jitted="within", own_rule=True)
def relu6(x):
    return jnp.minimum(jnp.maximum(x, 0), 6.0)


@function("jax.nn", jitted="itself")
def squareplus(x, b=4):
    x = require_arrays("squareplus", x)
    b = require_arrays("squareplus", b)
    return (x + jnp.sqrt(jnp.square(x) + b)) / 2


@function("jax.nn", jitted="itself")
def softplus(x):
    return jnp.logaddexp(x, 0)


@function("jax.nn", jitted="itself")
def sparse_plus(x):
    x = require_arrays("sparse_plus", x)
    return jnp.where(x <= -1.0, 0.0, jnp.where(x >= 1.0, x, (x + 1.0) ** 2 / 4))


@function("jax.nn", jitted="itself")
def soft_sign(x):
    x = require_arrays("soft_sign", x)
    return x / (abs(x) + 1)


@function("jax.nn", jitted="itself", inlined=True)
def sigmoid(x):
    return lax.logistic(require_arrays("logistic", x))


@function("jax.nn", jitted="itself")
def sparse_sigmoid(x):
    return 0.5 * jnp.minimum(2.0, jnp.maximum(0.0, jnp.add(x, 1.0)))


@function("jax.nn", jitted="itself")
@function("jax.nn", name="swish", errors_say="silu", jitted="within")
def silu(x):
    x = require_arrays("silu", x)
    return x * lax.logistic(x)


@function("jax.nn", jitted="itself")
def mish(x):
    x = require_arrays("mish", x)
    return x * jnp.tanh(jnp.logaddexp(x, 0))


@function("jax.nn", jitted="itself")
def log_sigmoid(x):
    return -jnp.logaddexp(-require_arrays("log_sigmoid", x), 0)


@function("jax.nn", jitted="itself")
def elu(x, alpha=1.0):
    x = require_arrays("elu", x)
    alpha = require_arrays("elu", alpha)
    return jnp.where(x > 0, x, alpha * jnp.expm1(jnp.where(x > 0, 0.0, x)))


@function("jax.nn", jitted="itself")
def leaky_relu(x, negative_slope=0.01):
    x = require_arrays("leaky_relu", x)
    negative_slope = require_arrays("leaky_relu", negative_slope)
    return jnp.where(x >= 0, x, negative_slope * x)


@function("jax.nn", jitted="itself", inlined=True)
def tanh(x, /):
    return jnp.tanh(x)


@function("jax.nn", jitted="itself")
def hard_tanh(x):
    x = require_arrays("hard_tanh", x)
    return jnp.where(x > 1, 1, jnp.where(x < -1, -1, x))


@function("jax.nn", jitted="itself")
def celu(x, alpha=1.0):
    x = require_arrays("maximum", x)
    alpha = require_arrays("maximum", alpha)
    return jnp.maximum(x, 0.0) + alpha * jnp.expm1(jnp.minimum(x, 0.0) / alpha)


@function("jax.nn", jitted="itself")
def selu(x):
    return 1.05 * elu(x, 1.67)


@function("jax.nn", jitted="itself")
def hard_sigmoid(x):
    return jax.nn.relu6(jnp.add(x, 3.0)) / 6.0


@function("jax.nn", jitted="itself")
@function("jax.nn", name="hard_swish", errors_say="hard_silu", jitted="within")
def hard_silu(x):
    x = require_arrays("hard_silu", x)
    return x * hard_sigmoid(x)


@function("jax.nn", since="0.7.1", jitted="within")
def log1mexp(x):
    x = require_arrays("log1mexp", x)
    return jnp.where(x < jnp.log(2.0), jnp.log(-jnp.expm1(-x)), jnp.log1p(-jnp.exp(-x)))


@function("jax.nn", jitted="within", inlined=True)
def gelu(x, approximate=True):
    x = require_arrays("gelu", x)
    x, = promote_dtypes_inexact(x)
    root = constant(x.dtype)
    if approximate:
        return x * (0.5 * (1.0 + jnp.tanh(root * (x + 0.044715 * x ** 3))))
    if release >= (0, 4, 38):
        return (0.5 * x * lax.erfc(-x * root)).astype(x.dtype)
    return (x * (lax.erf(x / root) + 1) / 2).astype(x.dtype)


@function("jax.nn", jitted="itself")
def glu(x, axis=-1):
    x = require_arrays("glu", x)
    axis = static_int(axis)
    if axis < -x.ndim or axis >= x.ndim:
        refuse(IndexError, "tuple index out of range", rule="shape-mismatch")
    if x.shape[axis] % 2 != 0:
        refuse(AssertionError, "axis size must be divisible by 2", rule="shape-mismatch")
    left, right = lax.split(x, [x.shape[axis] // 2] * 2, axis=axis)
    return left * lax.logistic(right)
