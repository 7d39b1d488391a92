"""Reductions of jax.numpy. JAX: numpy/reductions.py _reduction, numpy/lax_numpy.py argmax."""
from prelude.lax.lowered import lower_argument
from prelude.numpy.reductions import check_where, read_reduction, refuse_out, upcast

VALUES = "sum prod max min all any argmax argmin"


def _widened(dtype):
    """Integers of less than 32 bits, and booleans, as those of 32 bits (_promote_integer_dtype)."""
    if dtype.name in ("int2", "int4", "uint2", "uint4"):
        refuse(ValueError, "Invalid integer data type 'V'.", rule="dtype-mismatch",
               help="say what the result is to be: dtype=jnp.int32")
    if jnp.issubdtype(dtype, jnp.unsignedinteger):
        return as_dtype(jnp.uint) if dtype.itemsize < as_dtype(int).itemsize else dtype
    narrow = dtype == jnp.bool_ or (jnp.issubdtype(dtype, jnp.integer) and dtype.itemsize < as_dtype(int).itemsize)
    return as_dtype(int) if narrow else dtype


def _check_identity(name, a, dims):
    for i in dims:
        if a.shape[i] < 1:
            refuse(ValueError, f"zero-size array to reduction operation {name} which has no identity",
                   rule="shape-mismatch", help="give the value for no elements: initial=…")


def _joined(initial, result, dtype, join):
    """The initial value with the result."""
    initial = initial.astype(dtype)
    if initial.ndim:
        refuse(ValueError, f"initial value must be a scalar. Got array of shape {initial.shape}", rule="shape-mismatch")
    return join(initial, result)


def _reduced(a, dims, dtype, result_dtype, primitive, keepdims, initial, where, join):
    a = a.astype(dtype)
    if where is not None:
        a = jnp.where(where, a, constant(dtype))
    result = primitive(a, dims)
    if initial is not None:
        result = _joined(initial, result, dtype, join)
    if keepdims:
        result = lax.expand_dims(result, dims)
    return result.astype(result_dtype)


def _total(name, primitives, joins, a, axis, dtype, out, keepdims, initial, where, promote_integers):
    """sum and prod, of which those of booleans are others; they compute 16-bit floats in 32 bits."""
    a, axis, dtype, where, initial = read_reduction(name, a, axis, out, dtype, where, initial)
    keepdims, promote_integers = keepdims is not None and static_bool(keepdims), static_bool(promote_integers)
    where = check_where(name, where)
    if a.dtype == jnp.bool_:
        a = lax.convert_element_type(a, int)
    dims, result = reduction_dims(axis, a.ndim), dtype
    if dtype is None:
        result = _widened(a.dtype) if promote_integers else a.dtype
        dtype = upcast(result)
    boolean = dtype == jnp.bool_
    return _reduced(a, dims, dtype, result, primitives[boolean], keepdims, initial, where, joins[boolean])


def _extreme(name, primitive, join, a, axis, out, keepdims, initial, where):
    a, axis, _, where, initial = read_reduction(name, a, axis, out, None, where, initial)
    keepdims = keepdims is not None and static_bool(keepdims)
    where = check_where(name, where)
    if initial is None and where is not None:
        refuse(ValueError, f"reduction operation {name} does not have an identity, so to use a where mask one has to "
               "specify 'initial'", help="give the value for no elements: initial=…")
    dims = reduction_dims(axis, a.ndim)
    if initial is None:
        _check_identity(name, a, dims)
    return _reduced(a, dims, a.dtype, a.dtype, primitive, keepdims, initial, where, join)


def _quantified(name, primitive, a, axis, out, keepdims, where):
    a, axis, _, where, _ = read_reduction(name, a, axis, out, None, where)
    keepdims = keepdims is not None and static_bool(keepdims)
    where = check_where(name, where)
    a = (lax.real(a) if jnp.issubdtype(a.dtype, jnp.complexfloating) else a).astype(bool)
    return _reduced(a, reduction_dims(axis, a.ndim), a.dtype, a.dtype, primitive, keepdims, None, where, None)


def _position(name, primitive, a, axis, out, keepdims):
    a = require_arrays(name, a)
    refuse_out(name, out)
    keepdims = keepdims is not None and static_bool(keepdims)
    dims = tuple(range(a.ndim))
    if axis is None:
        a, axis = a.reshape(a.size), 0
    else:
        axis = static_int(axis)
        dims = (axis if axis >= 0 else axis + a.ndim,)
    if axis < -a.ndim or axis >= a.ndim:
        refuse(IndexError, "tuple index out of range", rule="shape-mismatch",
               say=f"axis {axis} does not exist: the array has rank {a.ndim}")
    if a.shape[axis] == 0:
        refuse(ValueError, f"attempt to get {name} of an empty sequence", rule="shape-mismatch")
    result = primitive(a, (axis if axis >= 0 else axis + a.ndim,), None, as_dtype(int))
    return lax.expand_dims(result, dims) if keepdims else result


@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_sum", jitted="within", inlined=True)
def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None, promote_integers=True):
    return _total("sum", (apply_reduce_sum, apply_reduce_or), (lax.add, lax.bitwise_or), a, axis, dtype, out, keepdims,
                  initial, where, promote_integers)


@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_prod", jitted="within", inlined=True)
def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None, promote_integers=True):
    return _total("prod", (apply_reduce_prod, apply_reduce_and), (lax.mul, lax.bitwise_and), a, axis, dtype, out, keepdims,
                  initial, where, promote_integers)


@function("jax.numpy", name="amax", jitted="within", inlined=True)
@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_max", jitted="within", inlined=True)
def max(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    return _extreme("max", apply_reduce_max, lax.max, a, axis, out, keepdims, initial, where)


@function("jax.numpy", name="amin", jitted="within", inlined=True)
@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_min", jitted="within", inlined=True)
def min(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    return _extreme("min", apply_reduce_min, lax.min, a, axis, out, keepdims, initial, where)


@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_all", jitted="within", inlined=True)
def all(a, axis=None, out=None, keepdims=False, *, where=None):
    return _quantified("all", apply_reduce_and, a, axis, out, keepdims, where)


@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_any", jitted="within", inlined=True)
def any(a, axis=None, out=None, keepdims=False, *, where=None):
    return _quantified("any", apply_reduce_or, a, axis, out, keepdims, where)


@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_argmax", jitted="within", inlined=True)
def argmax(a, axis=None, out=None, keepdims=None):
    places = _position("argmax", apply_argmax, a, axis, out, keepdims)
    lower_argument(lax.gt, a)
    return places


@function("jax.numpy", jitted="within", inlined=True)
@function("ndarray", errors_say="_argmin", jitted="within", inlined=True)
def argmin(a, axis=None, out=None, keepdims=None):
    places = _position("argmin", apply_argmin, a, axis, out, keepdims)
    lower_argument(lax.lt, a)
    return places
