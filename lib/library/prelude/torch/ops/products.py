"""Products of matrices. torch: aten/src/ATen/native/LinearAlgebra.cpp, aten/src/ATen/native/Linear.cpp."""
from prelude.torch.ops.promotion import broadcast_shape

MODULE = "torch._aten"


def _capital(dtype):
    return {"float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16",
            "int64": "long", "int32": "int", "bool": "bool", "uint8": "unsigned char",
            "int8": "signed char", "int16": "short", "complex64": "c10::complex<float>",
            "complex128": "c10::complex<double>"}.get(dtype.name, dtype.name)


def same_dtype(a, b):
    if a.dtype is not b.dtype:
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


def aten_addmm(bias, a, b, beta=1, alpha=1):
    made = aten_mm(a, b)
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
    if a.dtype is not b.dtype:
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
    """What torch.matmul gives. torch: _matmul_impl, which folds batches into a matrix."""
    x, y = a._array.shape, b._array.shape
    if not x or not y:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {len(x)}D and {len(y)}D"
        )
    if len(x) == 1 and len(y) == 1:
        return aten_dot(a, b).shape
    inner = y[0] if len(y) == 1 else y[-2]
    if len(x) <= 2 and len(y) <= 2 or (len(x) > 2 and len(y) <= 2) or (len(x) <= 2 and len(y) > 2):
        check_folded(x, y, inner)
    elif x[-1] != inner:
        batch = broadcast_shape(x[:-2], y[:-2])
        count = 1
        for n in batch:
            count *= n
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{count}, {x[-1]}] but got: [{count}, {y[-2]}]."
        )
    same_dtype(a, b)
    batch = broadcast_shape(x[:-2], y[:-2])
    return (*batch, *x[-2:-1], *(y[-1:] if len(y) > 1 else ()))


def check_folded(x, y, inner):
    if x[-1] == inner:
        return
    rows, columns = 1, 1
    for n in x[:-1]:
        rows *= n
    if len(y) == 1:
        raise RuntimeError(f"size mismatch, got input ({rows}), mat ({rows}x{x[-1]}), vec ({y[0]})")
    if len(x) == 1 and len(y) == 2:
        raise RuntimeError(f"size mismatch, got input ({y[1]}), mat ({y[1]}x{y[0]}), vec ({x[0]})")
    if len(y) == 2:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({rows}x{x[-1]} and {y[0]}x{y[1]})")
    for n in y[:-2]:
        columns *= n
    columns *= y[-1]
    if len(x) == 1:
        raise RuntimeError(f"size mismatch, got input ({columns}), mat ({columns}x{y[-2]}), vec ({x[0]})")
    raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({columns}x{y[-2]} and {x[1]}x{x[0]})")


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
    if x.dtype is not weight.dtype:
        raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {_name(x)} and {_name(weight)}")
    return array_of((*shape[:-1], *rows[:-1]), x._array.dtype)
