"""Products of matrices. torch: aten/src/ATen/native/LinearAlgebra.cpp, aten/src/ATen/native/Linear.cpp."""
from prelude.torch.ops.promotion import broadcast_shape, on_device

MODULE = "torch._aten"


def _capital(dtype):
    return {"float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16",
            "int64": "long int", "int32": "int", "bool": "bool", "uint8": "unsigned char",
            "int8": "signed char", "int16": "short", "complex64": "c10::complex<float>",
            "complex128": "c10::complex<double>"}.get(dtype.name, dtype.name)


def same_dtype(a, b):
    """torch's error for two dtypes; on the XLA device the result has that of the first."""
    if a.dtype is not b.dtype and not on_device(a):
        raise RuntimeError(
            f"expected m1 and m2 to have the same dtype, but got: {_capital(a.dtype)} != {_capital(b.dtype)}"
        )


def aten_mm(a, b):
    x, y = a._array.shape, b._array.shape
    if len(x) != 2:
        raise RuntimeError("self must be a matrix")
    if len(y) != 2:
        raise RuntimeError("mat2 must be a matrix")
    if x[1] != y[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({x[0]}x{x[1]} and {y[0]}x{y[1]})")
    same_dtype(a, b)
    return array_of((x[0], y[1]), a._array.dtype)


def check_bias(bias, shape, device):
    """XLA's error for what is added to a product."""
    have = bias._array.shape
    if not device or len(have) > len(shape) or framework[1] < (2, 9):
        return
    for i, n in enumerate(have):
        at = len(shape) - len(have) + i
        if n != 1 and n != shape[at]:
            raise RuntimeError(
                f"Input dimension should be either 1 or equal to the output dimension it is broadcasting into; the {at}th operand dimension is {n}, the {at}th output dimension is {shape[at]}."
            )


def aten_addmm(bias, a, b, beta=1, alpha=1):
    made = aten_mm(a, b)
    check_bias(bias, made.shape, on_device(a))
    if tuple(broadcast_shape(bias._array.shape, made.shape)) != tuple(made.shape):
        raise RuntimeError(
            f"The expanded size of the tensor ({made.shape[-1]}) must match the existing size ({bias._array.shape[-1]}) at non-singleton dimension {1}.  Target sizes: {list(made.shape)}.  Tensor sizes: {list(bias._array.shape)}"
        )
    return made


def aten_bmm(a, b):
    x, y = a._array.shape, b._array.shape
    if len(x) != 3:
        raise RuntimeError("batch1 must be a 3D tensor")
    if len(y) != 3:
        raise RuntimeError("batch2 must be a 3D tensor")
    if x[0] != y[0] or x[2] != y[1]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{x[0]}, {x[2]}] but got: [{y[0]}, {y[1]}]."
        )
    same_dtype(a, b)
    return array_of((x[0], x[1], y[2]), a._array.dtype)


def aten_mv(a, b):
    x, y = a._array.shape, b._array.shape
    if x[1] != y[0]:
        raise RuntimeError(f"size mismatch, got input ({x[0]}), mat ({x[0]}x{x[1]}), vec ({y[0]})")
    same_dtype(a, b)
    return array_of((x[0],), a._array.dtype)


def aten_dot(a, b):
    x, y = a._array.shape, b._array.shape
    if len(x) != 1 or len(y) != 1:
        raise RuntimeError(
            f"1D tensors expected, but got {len(x)}D and {len(y)}D tensors"
        )
    if a.dtype is not b.dtype and not on_device(a):
        raise RuntimeError(
            f"dot : expected both vectors to have same dtype, but found {_name(a)} and {_name(b)}"
        )
    if x != y:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{x[0]}] and src [{y[0]}] to have the same number of elements, but got {x[0]} and {y[0]} elements respectively"
        )
    return array_of((), a._array.dtype)


def _name(x):
    return member("torch._tensor", "capital")(x.dtype)


def product_shape(a, b):
    """What torch.matmul gives. torch: LinearAlgebra.cpp _matmul_impl, which folds batches into a
    matrix where that copies nothing."""
    x, y = a._array.shape, b._array.shape
    if not x or not y:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {len(x)}D and {len(y)}D"
        )
    if len(x) == 1 and len(y) == 1:
        return aten_dot(a, b).shape
    if len(x) == 2 and len(y) == 1:
        return aten_mv(a, b).shape
    same = x[-1] == (y[0] if len(y) == 1 else y[-2])
    if not same and (len(x) > 2 or len(y) > 2):
        refuse_product(a, b, x, y)
    batch = broadcast_shape(x[:-2], y[:-2])
    if not same:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({x[0] if len(x) == 2 else 1}x{x[-1]} and {y[0]}x{y[1]})"
        )
    same_dtype(a, b)
    return (*batch, *x[-2:-1], *(y[-1:] if len(y) > 1 else ()))


def refuse_product(a, b, x, y):
    """torch's error for sizes that do not fit, where one operand has a batch."""
    larger, smaller = (a, b) if len(x) >= len(y) else (b, a)
    if larger._array.ndim > 2 and smaller._array.ndim <= 2 and folds(larger, smaller, larger is a):
        if larger is a:
            rows = count_of(x[:-1])
            if len(y) == 1:
                raise RuntimeError(f"size mismatch, got input ({rows}), mat ({rows}x{x[-1]}), vec ({y[0]})")
            raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({rows}x{x[-1]} and {y[0]}x{y[1]})")
        rows = count_of(y[:-2]) * y[-1]
        if len(x) == 1:
            raise RuntimeError(f"size mismatch, got input ({rows}), mat ({rows}x{y[-2]}), vec ({x[0]})")
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({rows}x{y[-2]} and {x[1]}x{x[0]})")
    batch = count_of(broadcast_shape(x[:-2], y[:-2]))
    last = 1 if len(y) == 1 else y[-1]
    raise RuntimeError(
        f"Expected size for first two dimensions of batch2 tensor to be: [{batch}, {x[-1]}] but got: [{batch}, {y[0] if len(y) == 1 else y[-2]}]."
    )


def folds(larger, smaller, first):
    """Whether matmul makes a matrix of the operand with a batch. torch: should_fold."""
    if smaller.requires_grad:
        return True
    if not first:
        return False
    return larger._strides is None or is_folded(larger._array.shape, larger._strides)


def is_folded(shape, strides):
    for i in range(len(shape) - 2):
        if strides[i] != strides[i + 1] * shape[i + 1]:
            return False
    return True


def count_of(shape):
    count = 1
    for n in shape:
        count *= n
    return count


def aten_matmul(a, b):
    return array_of(product_shape(a, b), a._array.dtype)


def aten_linear(x, weight, bias=None):
    shape, rows = x._array.shape, weight._array.shape
    if not shape:
        raise RuntimeError(
            f"both arguments to linear need to be at least 1D, but they are {len(shape)}D and {len(rows)}D"
        )
    count = 1
    for n in shape[:-1]:
        count *= n
    if shape[-1] != rows[-1]:
        if len(shape) == 1 and bias is None:
            raise RuntimeError(f"size mismatch, got input ({rows[0]}), mat ({rows[0]}x{rows[1]}), vec ({shape[0]})")
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({count}x{shape[-1]} and {rows[-1]}x{rows[0]})"
        )
    if x.dtype is not weight.dtype and not on_device(x):
        raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {_name(x)} and {_name(weight)}")
    made = array_of((*shape[:-1], *rows[:-1]), x._array.dtype)
    if bias is not None and len(shape) == 2:
        check_bias(bias, made.shape, on_device(x))
    return made
