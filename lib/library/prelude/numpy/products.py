"""Products of vectors and of all elements. JAX: numpy/lax_numpy.py."""


@function("jax.numpy", jitted="itself")
def vdot(a, b, *, precision=None, preferred_element_type=None):
    x, y = require_arrays("vdot", a, b)
    x = lax.conj(x) if jnp.issubdtype(x.dtype, jnp.complexfloating) else x
    return jnp.dot(jnp.ravel(x), jnp.ravel(y), precision=precision,
                   preferred_element_type=preferred_element_type)


@function("jax.numpy", jitted="itself")
def inner(a, b, *, precision=None, preferred_element_type=None):
    x, y = require_arrays("inner", a, b)
    if x.ndim and y.ndim:
        return jnp.tensordot(x, y, (x.ndim - 1, y.ndim - 1), precision=precision,
                             preferred_element_type=preferred_element_type)
    if preferred_element_type is not None:
        x, y = x.astype(preferred_element_type), y.astype(preferred_element_type)
    return x * y


@function("jax.numpy", jitted="itself")
def outer(a, b, out=None):
    if out is not None:
        raise NotImplementedError("The 'out' argument to jnp.outer is not supported.")
    x, y = promote_dtypes(*require_arrays("outer", a, b))
    return lax.expand_dims(jnp.ravel(x), (1,)) * lax.expand_dims(jnp.ravel(y), (0,))


@function("jax.numpy", jitted="itself")
def kron(a, b):
    x, y = promote_dtypes(*require_arrays("kron", a, b))
    rank = max(x.ndim, y.ndim)
    x, y = [lax.expand_dims(z, range(rank - z.ndim)) if z.ndim < rank else z for z in (x, y)]
    shape = [n * m for n, m in zip(x.shape, y.shape)]
    x, y = lax.expand_dims(x, range(1, 2 * rank, 2)), lax.expand_dims(y, range(0, 2 * rank, 2))
    return jnp.reshape(lax.mul(x, y), shape)
