"""Draws of categories. JAX: random/core.py categorical."""
from prelude.random.drawing import check_mode, gumbel_numbers, require_float, take


def _size_text(size):
    """A size of the logits, which JAX takes from an array of NumPy's."""
    return f"np.int64({size})"


def _shape_text(texts):
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _common_texts(shape, batch):
    """What both broadcast to, as JAX prints it: the shape's own sizes where it has them."""
    rank = max(len(shape), len(batch))
    suffix = len(batch) > len(shape) and batch[len(batch) - len(shape):] == shape
    texts = []
    for mine, theirs in zip((1,) * (rank - len(shape)) + shape, (1,) * (rank - len(batch)) + batch):
        if mine != 1 and theirs != 1 and mine != theirs:
            refuse(ValueError, f"Incompatible shapes for broadcasting: shapes=[{shape}, "
                   f"{_shape_text([_size_text(size) for size in batch])}]", rule="shape-mismatch")
        taken = suffix or (mine == 1 and theirs != 1)
        texts = texts + [_size_text(theirs) if taken else f"{mine}"]
    return texts


def _check_shape(shape, batch):
    """The shape given must be what it and that of the batches broadcast to."""
    if len(batch) <= len(shape) and shape[len(shape) - len(batch):] == batch:
        return
    common = _common_texts(shape, batch)
    if common != [f"{size}" for size in shape]:
        refuse(ValueError, "categorical parameter shapes must be broadcast-compatible with shape "
               "argument, and the result of broadcasting the shapes must equal the shape "
               f"argument, but got result {_shape_text(common)} for shape argument {shape}.",
               rule="shape-mismatch")


def _with_replacement(key, logits, axis, shape, mode):
    """One category for each element of the sample."""
    prefix = len(shape) - logits.ndim + 1
    place = prefix + axis
    whole = shape[:place] + (logits.shape[axis],) + shape[place:]
    total = gumbel_numbers(key, whole, logits.dtype, mode) + lax.expand_dims(logits, range(prefix))
    return jnp.argmax(total, axis - logits.ndim)


def _without_replacement(key, logits, axis, shape, mode):
    """The greatest of the logits, as many as the sample's prefix has elements."""
    total = logits + gumbel_numbers(key, logits.shape, logits.dtype, mode)
    count = math.prod(shape[:len(shape) - logits.ndim + 1])
    if count > logits.shape[axis]:
        refuse(ValueError, f"Number of samples without replacement ({count}) cannot exceed number of "
               f"categories ({logits.shape[axis]}).", rule="shape-mismatch")
    last = logits.ndim - 1
    order = [i for i in range(logits.ndim) if i != axis] + [axis]
    indices = lax.top_k(lax.transpose(total, order), count)[1]
    return lax.reshape(indices, shape, dimensions=[last] + list(range(last)))


@function("jax.random", until="0.5.3", without=("replace", "mode", "out_sharding"), jitted="within")
@function("jax.random", since="0.5.3", until="0.6.2", without=("mode", "out_sharding"), jitted="within")
@function("jax.random", since="0.6.2", until="0.10.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.10.1", jitted="within")
def categorical(key, logits, axis=-1, shape=None, replace=True, mode=None, *, out_sharding=None):
    key = prng_key("categorical", key)
    logits = require_arrays("categorical", logits)
    axis = static_int(axis)
    if axis < -logits.ndim or axis >= logits.ndim:
        refuse(IndexError, f"index {axis} is out of bounds for axis 0 with size {logits.ndim}",
               rule="shape-mismatch")
    axis = axis % logits.ndim
    batch = logits.shape[:axis] + logits.shape[axis + 1:]
    if shape is None:
        shape = batch
    else:
        shape = sample_shape(shape)
        _check_shape(shape, batch)
    canonical_sharding(out_sharding, "categorical")
    require_float("gumbel", logits.dtype)
    check_mode(mode)
    draw = _with_replacement if replace else _without_replacement
    return take(lambda key, logits: draw(key, logits, axis, shape, mode), out_sharding, key, logits)
