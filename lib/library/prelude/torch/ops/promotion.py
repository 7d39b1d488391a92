"""Shapes and dtypes of what several operands give together. torch: aten/src/ATen/ExpandUtils.cpp,
aten/src/ATen/native/TypeProperties.cpp."""
from prelude.torch.dtypes import _bool, _defaults, complex64, int64, promote_types
from prelude.torch.tensor import Tensor


def broadcast_shape(a, b):
    rank = max(len(a), len(b))
    sizes = []
    for i in range(rank):
        x = a[i - rank + len(a)] if i - rank + len(a) >= 0 else 1
        y = b[i - rank + len(b)] if i - rank + len(b) >= 0 else 1
        if x != y and x != 1 and y != 1:
            raise RuntimeError(
                f"The size of tensor a ({x}) must match the size of tensor b ({y}) at non-singleton dimension {i}"
            )
        sizes.append(y if x == 1 else x)
    return tuple(sizes)


def number_dtype(x):
    """That of a number of Python."""
    if isinstance(x, bool):
        return _bool
    if isinstance(x, int):
        return int64
    return promote_types(_defaults["dtype"], complex64) if isinstance(x, complex) else _defaults["dtype"]


def result_dtype(*operands):
    """torch.result_type of tensors and numbers: a tensor without dimensions, and a number, change
    the kind of the result alone."""
    found = [None, None, None]
    for x in operands:
        if isinstance(x, Tensor):
            level, dtype = 0 if x._array.ndim else 1, x.dtype
        else:
            level, dtype = 2, number_dtype(x)
        found[level] = dtype if found[level] is None else promote_types(found[level], dtype)
    result = found[0]
    for dtype in found[1:]:
        if dtype is not None:
            if result is None:
                result = dtype
            elif dtype.kind > result.kind:
                result = promote_types(result, dtype) if dtype.kind == 3 else dtype
    return result


def array_as(x, dtype):
    """The operand as an array of this dtype."""
    if not isinstance(x, Tensor):
        return jnp.asarray(x, dtype._array)
    return x._array if x.dtype is dtype else x._array.astype(dtype._array)


def floating(dtype):
    """The dtype, or the default one for integers."""
    return dtype if dtype.kind > 1 else _defaults["dtype"]


def operand_shape(x):
    return x._array.shape if isinstance(x, Tensor) else ()


def on_device(x):
    """Whether the operation runs on the XLA device, where torch_xla checks less than torch does."""
    return isinstance(x, Tensor) and x._storage.device == "xla"


def common_shape(*operands):
    shape = ()
    for x in operands:
        shape = broadcast_shape(shape, operand_shape(x))
    return shape


def wrapped_dim(dim, rank):
    """The dimension from the front, or torch's error."""
    most = max(rank, 1)
    if dim < -most or dim >= most:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-most}, {most - 1}], but got {dim})"
        )
    return dim + most if dim < 0 else dim
