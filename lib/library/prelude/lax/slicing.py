"""Slices along one dimension. JAX: lax/slicing.py."""
from prelude.numpy.slicing import with_size

VALUES = "slice_in_dim index_in_dim dynamic_slice_in_dim dynamic_index_in_dim dynamic_update_slice_in_dim dynamic_update_index_in_dim collapse broadcast_to_rank"


def _dim(x, axis, what):
    """The axis from the front, as an index of a list or tuple that counts from either end."""
    axis = static_int(axis)
    if axis < -x.ndim or axis >= x.ndim:
        refuse(IndexError, f"{what} index out of range", rule="shape-mismatch")
    return axis + x.ndim if axis < 0 else axis


def _bound(bound, length, otherwise):
    """One that counts from the end when it is negative."""
    if bound is None:
        return otherwise
    return static_int(bound) + length if static_int(bound) < 0 else static_int(bound)


def _part(x, axis, start, limit, stride):
    zeros, ones = (0,) * x.ndim, (1,) * x.ndim
    return lax.slice(x, with_size(zeros, axis, start), with_size(x.shape, axis, limit),
                     with_size(ones, axis, stride))


@function("jax.lax")
def slice_in_dim(operand, start_index, limit_index, stride=1, axis=0):
    x = require_operand("slice_in_dim", operand)
    axis = _dim(x, axis, "tuple")
    length = x.shape[axis]
    start, limit = _bound(start_index, length, 0), _bound(limit_index, length, length)
    return _part(x, axis, start, limit, static_int(stride))


def _drop(x, axis, keepdims):
    """Without the dimension of 1, unless it is to be kept."""
    return x if static_bool(keepdims) else lax.squeeze(x, (axis,))


@function("jax.lax")
def index_in_dim(operand, index, axis=0, keepdims=True):
    x, index = require_operand("index_in_dim", operand), static_int(index)
    axis = _dim(x, axis, "tuple")
    length = x.shape[axis]
    at = index + length if index < 0 else index
    if at < 0 or at >= length:
        refuse(IndexError, f"index {index} is out of bounds for axis {axis} with size {length}",
               rule="shape-mismatch")
    return _drop(_part(x, axis, at, at + 1, 1), axis, keepdims)


def _starts(x, axis, start):
    """Starts of 0 but for one dimension, of its dtype."""
    zero = constant(start.dtype, number=0) if is_array(start) else 0
    return with_size((zero,) * x.ndim, axis, start)


def _options(allow_negative_indices, jitted=False):
    """What a function inside of jit is given is no number whose sign could be told."""
    if static_bool(allow_negative_indices) or (jitted and release >= (0, 10, 2)):
        return {}
    return {"allow_negative_indices": False}


def _dynamic_part(x, start, axis, size, options):
    return lax.dynamic_slice(x, _starts(x, axis, start), with_size(x.shape, axis, size), **options)


@function("jax.lax", until="0.5.3", without="allow_negative_indices")
@function("jax.lax", since="0.5.3")
def dynamic_slice_in_dim(operand, start_index, slice_size, axis=0, *, allow_negative_indices=True):
    x, size = require_operand("dynamic_slice_in_dim", operand), static_int(slice_size)
    axis = _dim(x, axis, "list assignment")
    return _dynamic_part(x, start_index, axis, size, _options(allow_negative_indices))


@function("jax.lax", until="0.5.3", without="allow_negative_indices")
@function("jax.lax", since="0.5.3", until="0.10.2")
@function("jax.lax", since="0.10.2", jitted="within")
def dynamic_index_in_dim(operand, index, axis=0, keepdims=True, *, allow_negative_indices=True):
    x = require_operand("dynamic_index_in_dim", operand)
    axis = _dim(x, axis, "list assignment")
    return _drop(_dynamic_part(x, index, axis, 1, _options(allow_negative_indices, True)), axis, keepdims)


def _update(x, update, start, axis, options):
    axis = _dim(x, axis, "list assignment")
    return lax.dynamic_update_slice(x, update, _starts(x, axis, start), **options)


@function("jax.lax", until="0.5.3", without="allow_negative_indices")
@function("jax.lax", since="0.5.3")
def dynamic_update_slice_in_dim(operand, update, start_index, axis, *, allow_negative_indices=True):
    x, update = [require_operand("dynamic_update_slice_in_dim", x) for x in (operand, update)]
    return _update(x, update, start_index, axis, _options(allow_negative_indices))


@function("jax.lax", until="0.5.3", without="allow_negative_indices")
@function("jax.lax", since="0.5.3", until="0.10.2")
@function("jax.lax", since="0.10.2", jitted="within")
def dynamic_update_index_in_dim(operand, update, index, axis, *, allow_negative_indices=True):
    x, update = [require_operand("dynamic_update_index_in_dim", x) for x in (operand, update)]
    options = _options(allow_negative_indices, True)
    if update.ndim != x.ndim:
        if update.ndim + 1 != x.ndim:
            refuse(AssertionError, "", rule="shape-mismatch")
        update = lax.expand_dims(update, (canonical_axis(axis, x.ndim),))
    return _update(x, update, index, axis, options)


@function("jax.lax")
def collapse(operand, start_dimension, stop_dimension=None):
    x, start = require_operand("collapse", operand), static_int(start_dimension)
    stop = x.ndim if stop_dimension is None else static_int(stop_dimension)
    low, high = [min(max(i + x.ndim if i < 0 else i, 0), x.ndim) for i in (start, stop)]
    if high < low:
        raise ValueError(f"Invalid dimension range passed to collapse: {x.shape}[{start}:{stop_dimension}]")
    return lax.reshape(x, x.shape[:low] + (math.prod(x.shape[low:high]),) + x.shape[high:])


@function("jax.lax", since="0.10.0")
def broadcast_like(arr, like_arr):
    x, like = require_operand("broadcast_like", arr), arrays_of_types(like_arr)
    like = require_operand("broadcast_like", like)
    return jnp.broadcast_to(x, like.shape, out_sharding=sharding_of(like))


@function("jax.lax")
def broadcast_to_rank(x, rank):
    x = require_operand("broadcast_to_rank", x)
    if isinstance(rank, float):
        unknown("a rank that is a float is not known")
    return lax.broadcast(x, (1,) * (static_int(rank) - x.ndim))
