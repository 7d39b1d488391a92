"""What chooses elements. torch: aten/src/ATen/native/TensorAdvancedIndexing.cpp."""
from prelude.torch.dtypes import _bool, int64, uint8
from prelude.torch.ops.promotion import broadcast_shape, common_shape, on_device, operand_shape, result_dtype, wrapped_dim
from prelude.torch.tensor import Tensor

MODULE = "torch._aten"


def aten_where(condition, x, y):
    if condition.dtype is not _bool and condition.dtype is not uint8 and not on_device(condition):
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype {member('torch._tensor', 'capital')(condition.dtype)}"
        )
    shape = common_shape(condition, x, y)
    first = on_device(condition) and isinstance(x, Tensor) and isinstance(y, Tensor) and x._array.ndim > 0
    return array_of(shape, x._array.dtype if first else result_dtype(x, y)._array)


def aten_nonzero(x):
    return unknown("the shape of torch.nonzero is not known")


def aten_masked_select(x, mask):
    return unknown("the shape of torch.masked_select is not known")


def aten_masked_fill(x, mask, value):
    if mask.dtype is not _bool and not on_device(mask):
        raise RuntimeError("masked_fill_ only supports boolean masks, but got mask with dtype " + _lower(mask))
    if isinstance(value, Tensor) and value._array.ndim:
        raise RuntimeError(
            f"masked_fill only supports a 0-dimensional value tensor, but got tensor with {value._array.ndim} dimension(s)."
        )
    return array_of(common_shape(mask, x), x._array.dtype)


def _capital(x):
    return member("torch._tensor", "capital")(x.dtype)


def _lower(x):
    return member("torch._aten_names", x.dtype.name) or x.dtype.name


def _check_index(name, index):
    if index.dtype is not int64 and not on_device(index):
        raise RuntimeError(f"{name}(): Expected dtype int64 for index")


def aten_gather(x, dim, index):
    shape, sizes = x._array.shape, index._array.shape
    dim = wrapped_dim(dim, len(shape))
    if on_device(x):
        _check_gathered(shape, dim, index, sizes)
    if index.numel():
        _check_index("gather", index)
    if len(sizes) != len(shape) and (sizes and shape):
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    for d in range(len(sizes)):
        if d != dim and d < len(shape) and sizes[d] > shape[d]:
            raise RuntimeError(
                f"Size does not match at dimension {d} expected index {list(sizes)} to be no larger than self {list(shape)} apart from dimension {dim}"
            )
    return array_of(sizes, x._array.dtype)


def _check_gathered(shape, dim, index, sizes):
    """What torch_xla checks. torch_xla: tensor_methods.cpp gather."""
    if framework[1] < (2, 9):
        return
    if len(shape) != len(sizes):
        raise RuntimeError(f"gather(): expected rank of input ({len(shape)}) and index ({len(sizes)}) tensors to be the same.")
    wrong = [d for d, n in enumerate(sizes) if d != dim and n > shape[d]]
    if wrong:
        raise RuntimeError(
            f"gather(): expected sizes of index {list(sizes)} to be smaller or equal those of input {list(shape)} on all dimensions, except on dimension {dim}. However, that's not true on dimensions {wrong}."
        )
    if index.dtype.kind != 1:
        found = member("torch_xla._shapes", "type_name")(index._array.dtype)
        raise RuntimeError(
            f"Gather indices parameter must be an integral tensor; got {found}[{','.join([str(n) for n in (*sizes, len(sizes))])}]."
        )


def aten_take_along_dim(x, index, dim=None):
    if dim is None:
        return array_of((index.numel(),), x._array.dtype)
    shape, sizes = x._array.shape, index._array.shape
    dim = wrapped_dim(dim, len(shape))
    if len(shape) != len(sizes):
        raise RuntimeError(
            f"torch.take_along_dim(): input and indices should have the same number of dimensions, but got {len(shape)} dimensions for input, and {len(sizes)} dimensions for indices"
        )
    a = (*shape[:dim], 1, *shape[dim + 1:])
    b = (*sizes[:dim], 1, *sizes[dim + 1:])
    made = broadcast_shape(a, b)
    return array_of((*made[:dim], sizes[dim], *made[dim + 1:]), x._array.dtype)


def aten_scatter(x, dim, index, src, reduce=None):
    shape, sizes = x._array.shape, index._array.shape
    dim = wrapped_dim(dim, len(shape))
    if index.numel():
        _check_index("scatter", index)
    other = src._array.shape if isinstance(src, Tensor) else None
    if len(sizes) != len(shape) and index.numel() and not on_device(x):
        raise RuntimeError("Index tensor must have the same number of dimensions as self tensor")
    for d in range(0 if on_device(x) else len(sizes)):
        too_large = (d != dim and sizes[d] > shape[d]) or (other and d < len(other) and sizes[d] > other[d])
        if too_large and other is not None:
            raise RuntimeError(
                f"Expected index {list(sizes)} to be no larger than self {list(shape)} apart from dimension {dim} and to be no larger size than src {list(other)}"
            )
        if too_large:
            raise RuntimeError(
                f"Expected index {list(sizes)} to be no larger than self {list(shape)} apart from dimension {dim}"
            )
    if other is not None and src.dtype is not x.dtype and not on_device(x):
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    return unheld(x._array)


aten_scatter_add = aten_scatter


def aten_scatter_reduce(x, dim, index, src, reduce, include_self=True):
    return aten_scatter(x, dim, index, src)


def aten_index_select(x, dim, index):
    shape = x._array.shape
    dim = wrapped_dim(dim, len(shape))
    if index._array.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    n = index.numel()
    return array_of((*shape[:dim], n, *shape[dim + 1:]), x._array.dtype) if shape else x._array


def aten_index_add(x, dim, index, source, alpha=1):
    shape, other = x._array.shape, source._array.shape
    dim = wrapped_dim(dim, len(shape))
    if x.dtype is not source.dtype and not on_device(x):
        raise RuntimeError("index_add_(): self and source must have the same scalar type")
    if len(other) and index.numel() != other[dim] and on_device(x):
        raise RuntimeError(
            f"Bounds of the scatter dimensions of updates must be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension {dim}, updates bound is {other[dim]}, scatter_indices bound is {index.numel()}."
        )
    if len(other) and index.numel() != other[dim]:
        raise RuntimeError(
            f"index_add_(): Number of indices ({index.numel()}) should be equal to source.size(dim): ({other[dim]}), for dim: {dim}"
        )
    return unheld(x._array)


def aten_index_copy(x, dim, index, source):
    return unheld(x._array)


def aten_index_fill(x, dim, index, value):
    return unheld(x._array)


def aten_take(x, index):
    return array_of(index._array.shape, x._array.dtype)


def aten_tril(x, diagonal=0):
    if x._array.ndim < 2 and on_device(x):
        return unheld(x._array)
    if x._array.ndim < 2:
        raise RuntimeError("tril: input tensor must have at least 2 dimensions")
    return jnp.tril(x._array, diagonal)


def aten_triu(x, diagonal=0):
    if x._array.ndim < 2 and on_device(x):
        return unheld(x._array)
    if x._array.ndim < 2:
        raise RuntimeError("triu: input tensor must have at least 2 dimensions")
    return jnp.triu(x._array, diagonal)


def aten_clamp(x, min=None, max=None):
    if on_device(x) and min is None and max is None:
        return x._array
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    shape, dtype = x._array.shape, x.dtype
    for bound in (min, max):
        if bound is not None and on_device(x) and not isinstance(bound, Tensor):
            continue
        if bound is not None:
            shape = broadcast_shape(shape, operand_shape(bound))
            dtype = result_dtype(x, bound) if isinstance(bound, Tensor) or bound != int(bound) or dtype.kind else dtype
    return array_of(shape, dtype._array)


def aten_lerp(x, end, weight):
    return array_of(common_shape(x, end, weight), x._array.dtype)


def aten_addcmul(x, a, b, value=1):
    return array_of(common_shape(x, a, b), result_dtype(x, a, b)._array)


aten_addcdiv = aten_addcmul


def aten_diagonal(x, offset=0, dim1=0, dim2=1):
    return jnp.diagonal(x._array, offset, wrapped_dim(dim1, x._array.ndim), wrapped_dim(dim2, x._array.ndim))


def aten_diag(x, diagonal=0):
    if x._array.ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {x._array.ndim}D")
    return jnp.diag(x._array, diagonal)


def aten_index(x, indices):
    """x[indices] with tensors, None in the place of a dimension that is whole."""
    return array_of(_indexed_shape(x, indices), x._array.dtype)


def _indexed_shape(x, indices):
    """torch: aten/src/ATen/native/TensorAdvancedIndexingUtils.h."""
    shape, found, places, at = x._array.shape, None, [], 0
    for index in indices:
        if index is None:
            at += 1
            continue
        if index.dtype is _bool or index.dtype is uint8:
            _check_mask(shape, index._array.shape, at)
            return unknown("how many elements a mask takes is not known")
        if index.dtype.kind != 1:
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        if at >= len(shape):
            raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
        if x._storage.device == "cpu":
            _check_bounds(index, at, shape[at])
        found = index._array.shape if found is None else _together(found, index._array.shape, indices)
        places.append(at)
        at += 1
    rest = [n for i, n in enumerate(shape) if i not in places]
    adjacent = places == list(range(places[0], places[-1] + 1))
    first = places[0] if adjacent else 0
    return (*rest[:first], *found, *rest[first:])


def _check_bounds(index, dim, size):
    """What the CPU finds while it reads."""
    for i in held(index._array) or ():
        if i < -size or i >= size:
            raise IndexError(f"index {i} is out of bounds for dimension {dim} with size {size}")


def _check_mask(shape, mask, at):
    for i, n in enumerate(mask if at is not None else ()):
        if at + i >= len(shape) or shape[at + i] != n:
            raise IndexError(
                f"The shape of the mask {list(mask)} at index {i} does not match the shape of the indexed tensor {list(shape)} at index {at + i}"
            )


def _together(a, b, indices):
    for x, y in zip(reversed(a), reversed(b)):
        if x != y and x != 1 and y != 1:
            shapes = ", ".join([str(list(i._array.shape)) for i in indices if i is not None])
            raise IndexError(f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}")
    return broadcast_shape(a, b)


def aten_index_put(x, indices, value, accumulate=False):
    masks = [i for i in indices if i is not None and i.dtype in (_bool, uint8)]
    if masks and value.numel() == 1:
        _check_mask(x._array.shape, masks[0]._array.shape, 0 if indices[0] is masks[0] else None)
        return unheld(x._array)
    shape = _indexed_shape(x, indices)
    other = value._array.shape
    if x.dtype is not value.dtype and value._array.ndim:
        raise RuntimeError(
            f"Index put requires the source and destination dtypes match, got {_capital(x)} for the destination and {_capital(value)} for the source."
        )
    if broadcast_fits(other, shape) or on_device(x):
        return unheld(x._array)
    raise RuntimeError(
        f"shape mismatch: value tensor of shape {list(other)} cannot be broadcast to indexing result of shape {list(shape)}"
    )


def broadcast_fits(shape, target):
    """Whether an array of the shape broadcasts to the target."""
    extra = len(shape) - len(target)
    for i, n in enumerate(shape):
        if i < extra:
            if n != 1:
                return False
        elif n != 1 and n != target[i - extra]:
            return False
    return True
