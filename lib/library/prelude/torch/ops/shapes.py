"""Views. torch: aten/src/ATen/native/TensorShape.cpp, aten/src/ATen/InferSize.h."""
from prelude.torch.ops.promotion import wrapped_dim

MODULE = "torch._aten"


def _numel(shape):
    count = 1
    for n in shape:
        count *= n
    return count


def inferred(shape, count):
    """The shape with a size in place of -1, or torch's error."""
    known, at = 1, None
    for i, n in enumerate(shape):
        if n == -1:
            if at is not None:
                raise RuntimeError("only one dimension can be inferred")
            at = i
        elif n < -1:
            raise RuntimeError(f"invalid shape dimension {n} at index {i} of shape {list(shape)}")
        else:
            known *= n
    if at is None:
        if known != count:
            raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {count}")
        return tuple(shape)
    if known == 0:
        if count:
            raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {count}")
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension size -1 can be any value and is ambiguous"
        )
    if count % known:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {count}")
    return (*shape[:at], count // known, *shape[at + 1:])


def aten_view(x, shape):
    return jnp.reshape(x._array, inferred(shape, _numel(x._array.shape)))


aten_reshape = aten_view
aten__unsafe_view = aten_view


def aten_transpose(x, dim0, dim1):
    rank = x._array.ndim
    a, b = wrapped_dim(dim0, rank), wrapped_dim(dim1, rank)
    return jnp.swapaxes(x._array, a, b) if rank else x._array


def aten_t(x):
    if x._array.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {x._array.ndim}D")
    return jnp.transpose(x._array)


def aten_permute(x, dims):
    rank = x._array.ndim
    if len(dims) != rank:
        raise RuntimeError(
            f"permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = {rank} is not equal to len(dims) = {len(dims)}"
        )
    order = [wrapped_dim(d, rank) for d in dims]
    if len(set(order)) != rank:
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return jnp.transpose(x._array, order)


def aten_unsqueeze(x, dim):
    return jnp.expand_dims(x._array, wrapped_dim(dim, x._array.ndim + 1))


def aten_squeeze(x, dim=None):
    shape = x._array.shape
    if dim is None:
        return jnp.squeeze(x._array)
    dims = [wrapped_dim(d, len(shape)) for d in (dim if isinstance(dim, (tuple, list)) else [dim])]
    return jnp.reshape(x._array, tuple([n for i, n in enumerate(shape) if i not in dims or n != 1]))


def aten_expand(x, sizes):
    shape = x._array.shape
    if len(sizes) < len(shape):
        raise RuntimeError(
            f"expand({_kind(x)}{{{list(shape)}}}, size={list(sizes)}): the number of sizes provided ({len(sizes)}) must be greater or equal to the number of dimensions in the tensor ({len(shape)})"
        )
    made = []
    for i, n in enumerate(sizes):
        old = i - len(sizes) + len(shape)
        if n == -1:
            if old < 0:
                raise RuntimeError(
                    f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {i}"
                )
            n = shape[old]
        elif old >= 0 and shape[old] not in (1, n):
            raise RuntimeError(
                f"The expanded size of the tensor ({n}) must match the existing size ({shape[old]}) at non-singleton dimension {i}.  Target sizes: {list(sizes)}.  Tensor sizes: {list(shape)}"
            )
        made.append(n)
    return jnp.broadcast_to(x._array, tuple(made))


def _kind(x):
    return "torch." + member("torch._tensor", "capital")(x.dtype) + "Tensor"


def aten_select(x, dim, index):
    shape = x._array.shape
    if not shape:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = wrapped_dim(dim, len(shape))
    n = shape[dim]
    if index < -n or index >= n:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(shape)} at dimension {dim}")
    return jnp.take(x._array, index, axis=dim)


def aten_slice(x, dim=0, start=None, end=None, step=1):
    dim = wrapped_dim(dim, x._array.ndim)
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    index = [slice(None)] * dim + [slice(start, end, step)]
    return x._array[tuple(index)]


def aten__to_copy(x, dtype=None):
    return x._array if dtype is None else x._array.astype(dtype._array)
