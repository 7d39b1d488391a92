"""Products of vectors and of all elements. JAX: numpy/lax_numpy.py."""
from prelude.linalg.matmul import in_dtype, multiplied, read_options

VALUES = "outer kron"


@function("jax.numpy", jitted="itself", inlined=True)
def vdot(a, b, *, precision=None, preferred_element_type=None):
    x, y = require_arrays("vdot", a, b)
    x = lax.conj(x) if jnp.issubdtype(x.dtype, jnp.complexfloating) else x
    return jnp.dot(jnp.ravel(x), jnp.ravel(y), precision=precision,
                   preferred_element_type=preferred_element_type)


@function("jax.numpy", jitted="itself", inlined=True)
def inner(a, b, *, precision=None, preferred_element_type=None):
    x, y = require_arrays("inner", a, b)
    if x.ndim and y.ndim:
        return jnp.tensordot(x, y, (x.ndim - 1, y.ndim - 1), precision=precision,
                             preferred_element_type=preferred_element_type)
    if preferred_element_type is not None:
        x, y = x.astype(preferred_element_type), y.astype(preferred_element_type)
    return x * y


@function("jax.numpy", jitted="itself", inlined=True)
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


def _contracted(x, y, axes):
    """The dimensions of x and of y that go together."""
    if isinstance(axes, int) and not isinstance(axes, bool):
        if axes > x.ndim or axes > y.ndim:
            refuse(TypeError, f"Number of tensordot axes (axes {axes}) exceeds input ranks ({x.shape} and "
                   f"{y.shape})", rule="shape-mismatch")
        count = max(axes, 0)
        return range(x.ndim - count, x.ndim), range(count)
    if not isinstance(axes, (list, tuple)) or len(axes) != 2:
        raise TypeError("tensordot axes argument must be an int, a pair of ints, or a pair of "
                        "lists/tuples of ints.")
    left, right = axes
    listed = [isinstance(i, (list, tuple)) for i in axes]
    if not all(listed) and (any(listed) or not all([is_integer(i) for i in axes])):
        raise TypeError("tensordot requires both axes lists to be either ints, tuples or lists, got "
                        f"{left!r} and {right!r}")
    if all(listed) and len(left) != len(right):
        raise TypeError("tensordot requires axes lists to have equal length, got "
                        f"{left!r} and {right!r}.")
    return [[canonical_axis(i, z.ndim) for i in static_ints(dims)] for z, dims in zip((x, y), axes)]


@function("jax.numpy", until="0.7.0", without="out_sharding")
@function("jax.numpy", since="0.7.0")
def tensordot(a, b, axes=2, *, precision=None, preferred_element_type=None, out_sharding=None):
    x, y = require_arrays("tensordot", a, b)
    contracting = _contracted(x, y, axes)
    preferred, sharding = read_options(precision, preferred_element_type, out_sharding)
    return in_dtype(*multiplied(x, y, contracting, ((), ()), preferred, sharding,
                                "jnp.einsum" if release < (0, 7) else "jnp.tensordot"))
