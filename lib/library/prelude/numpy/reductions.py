"""What reductions take: axes, dtypes, masks. JAX: numpy/reductions.py."""


def read_reduction(name, a, axis, out=None, dtype=None, where=None, initial=None):
    """The array, axes, dtype, mask and initial value, in the order in which JAX looks at them."""
    if is_numpy() and isinstance(axis, list):
        raise TypeError("NumPy goes through the axes of a tuple alone")
    axis = reduction_axes(axis, name)
    refuse_out(name, out)
    dtype = None if dtype is None else as_dtype(dtype)
    a = require_arrays(name, a)
    where = None if where is None else require_arrays(name, where)
    initial = None if initial is None else require_arrays(name, initial)
    return a, axis, dtype, where, initial


def refuse_out(name, out):
    if out is not None:
        raise NotImplementedError(f"The 'out' argument to jnp.{name} is not supported.")


def check_where(name, where):
    """where= as a boolean array, or None."""
    if where is None or where.dtype == bool:
        return where
    if release >= (0, 8):
        refuse(ValueError, f"jnp.{name}: where must be None or a boolean array; got "
               f"where.dtype=dtype('{where.dtype.name}').", rule="dtype-mismatch",
               help="compare it: where=mask != 0")
    return where.astype(bool)


def is_inexact(dtype):
    return jnp.issubdtype(dtype, jnp.inexact)


def is_complex(dtype):
    return jnp.issubdtype(dtype, jnp.complexfloating)


def upcast(dtype):
    """float32 for floats of 16 bits (_upcast_f16_for_computation)."""
    return jnp.dtype(jnp.float32) if dtype == jnp.float16 or dtype == jnp.bfloat16 else dtype


def is_nan(x):
    return lax.ne(x, x)


def squared(x):
    """The square of the distance from 0: real for complex numbers too."""
    return lax.real(lax.mul(x, lax.conj(x))) if is_complex(x.dtype) else lax.square(x)


def variance_dtypes(given, dtype):
    """In which a variance is computed, and that of its result (_var_promote_types)."""
    if dtype is not None and not is_complex(dtype) and is_complex(given):
        refuse(ValueError, "jax.numpy.var does not yet support real dtype parameters when computing "
               "the variance of an array of complex values. The semantics of numpy.var seem unclear "
               "in this case. Please comment on https://github.com/jax-ml/jax/issues/2283 if this "
               "behavior is important to you.", rule="dtype-mismatch")
    if dtype is not None:
        return upcast(dtype), dtype
    return upcast(to_inexact(given)), real_dtype(to_inexact(given))


def count_reduced(a, axis, dtype, keepdims, where):
    """How many elements are reduced: of the result's shape with where=, else a scalar (_count)."""
    if where is not None:
        return jnp.sum(jnp.broadcast_to(where, a.shape), axis, dtype=dtype, keepdims=keepdims)
    for i in axis or ():
        if i < -a.ndim or i >= a.ndim:
            refuse(IndexError, "tuple index out of range", rule="shape-mismatch",
                   say=f"axis {i} does not exist: the array has rank {a.ndim}")
    return constant(dtype, number=math.prod([a.shape[i] for i in (range(a.ndim) if axis is None else axis)]))
