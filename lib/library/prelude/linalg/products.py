"""Products of matrices and vectors. JAX: numpy/tensor_contractions.py, numpy/linalg.py."""


@function("jax.numpy", since="0.4.38", jitted="itself")
def matvec(x1, x2, /):
    x1, x2 = require_arrays("matvec", x1, x2)
    return jnp.vectorize(jnp.matmul, signature="(n,m),(m)->(n)")(x1, x2)


@function("jax.numpy.linalg")
def multi_dot(arrays, *, precision=None):
    arrays = [arrays[i] for i in range(arrays.shape[0])] if is_array(arrays) else list(arrays)
    if arrays:
        given = require_arrays("jnp.linalg.multi_dot", *arrays)
        arrays = list(given) if len(arrays) > 1 else [given[i] for i in range(given.shape[0])]
    if len(arrays) < 2:
        raise ValueError(f"multi_dot requires at least two arrays; got len(arrays)={len(arrays)}")
    shapes = [x.shape for x in arrays]
    if not (all([x.ndim in (1, 2) for x in (arrays[0], arrays[-1])]) and all([x.ndim == 2 for x in arrays[1:-1]])):
        refuse(ValueError, "multi_dot: input arrays must all be two-dimensional, except for the first and last "
               f"array which may be 1 or 2 dimensional. Got array shapes {shapes}", rule="shape-mismatch")
    if any([a[-1] != b[0] for a, b in zip(shapes[:-1], shapes[1:])]):
        refuse(ValueError, "multi_dot: last dimension of each array must match first dimension of following "
               f"array. Got array shapes {shapes}", rule="shape-mismatch")
    axes = [(i, i + 1) for i in range(len(arrays))]
    axes[0] = axes[0][-arrays[0].ndim:]
    axes[-1] = axes[-1][:arrays[-1].ndim]
    operands = []
    for x, dims in zip(arrays, axes):
        operands += [x, dims]
    return jnp.einsum(*operands, optimize="auto", precision=precision)


@function("jax.numpy.linalg")
def cross(x1, x2, /, *, axis=-1):
    x1, x2 = require_arrays("jnp.linalg.outer", x1, x2)
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        refuse(ValueError, "Both input arrays must be (arrays of) 3-dimensional vectors, but they have "
               f"{x1.shape[axis]=} and {x2.shape[axis]=}", rule="shape-mismatch")
    return jnp.cross(x1, x2, axis=axis)


@function("jax.numpy.linalg")
def outer(x1, x2, /):
    x1, x2 = require_arrays("jnp.linalg.outer", x1, x2)
    if x1.ndim != 1 or x2.ndim != 1:
        refuse(ValueError, f"Input arrays must be one-dimensional, but they are {x1.ndim=} {x2.ndim=}",
               rule="shape-mismatch")
    return x1[:, None] * x2[None, :]


@function("jax.numpy.linalg")
def matrix_transpose(x, /):
    x = require_arrays("jnp.linalg.matrix_transpose", x)
    ndim, requires = x.ndim, "requires" if release >= (0, 8) else "requres"
    if ndim < 2:
        refuse(ValueError, f"matrix_transpose {requires} at least 2 dimensions; got {ndim=}",
               rule="shape-mismatch")
    return lax.transpose(x, tuple(range(ndim - 2)) + (ndim - 1, ndim - 2))


@function("jax.numpy.linalg")
def vecdot(x1, x2, /, *, axis=-1, precision=None, preferred_element_type=None):
    x1, x2 = require_arrays("jnp.linalg.vecdot", x1, x2)
    return jnp.vecdot(x1, x2, axis=axis, precision=precision, preferred_element_type=preferred_element_type)


@function("jax.numpy.linalg")
def matmul(x1, x2, /, *, precision=None, preferred_element_type=None):
    x1, x2 = require_arrays("jnp.linalg.matmul", x1, x2)
    return jnp.matmul(x1, x2, precision=precision, preferred_element_type=preferred_element_type)


@function("jax.numpy.linalg", until="0.7", without="out_sharding")
@function("jax.numpy.linalg", since="0.7")
def tensordot(x1, x2, /, *, axes=2, precision=None, preferred_element_type=None, out_sharding=None):
    x1, x2 = require_arrays("jnp.linalg.tensordot", x1, x2)
    if release < (0, 7):
        return jnp.tensordot(x1, x2, axes=axes, precision=precision, preferred_element_type=preferred_element_type)
    return jnp.tensordot(x1, x2, axes=axes, precision=precision, preferred_element_type=preferred_element_type,
                         out_sharding=out_sharding)


@function("jax.numpy.linalg")
def diagonal(x, /, *, offset=0):
    return jnp.diagonal(require_arrays("jnp.linalg.diagonal", x), offset=offset, axis1=-2, axis2=-1)


@function("jax.numpy.linalg")
def trace(x, /, *, offset=0, dtype=None):
    x = require_arrays("jnp.linalg.trace", x)
    return jnp.trace(x, offset=offset, axis1=-2, axis2=-1, dtype=dtype)
