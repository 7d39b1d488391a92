"""Shapes that XLA refuses together, in its own words. torch_xla 2.9: torch_xla/csrc/tensor_methods.cpp
(mm, bmm, cat), torch_xla/csrc/helpers.cpp (broadcasts and dots)."""
from prelude.torch.ops.promotion import result_dtype
from prelude.torch.tensor import Tensor

MODULE = "torch_xla._shapes"

_broadcasting = (
    "add sub rsub mul div floor_divide remainder fmod pow maximum minimum eq ne lt le gt ge atan2 "
    "bitwise_and bitwise_or bitwise_xor"
).split()

_type_names = {
    "float32": "f32", "float64": "f64", "bfloat16": "bf16", "float16": "f16", "int64": "s64", "int32": "s32",
    "int16": "s16", "int8": "s8", "uint8": "u8", "bool": "pred", "complex64": "c64", "complex128": "c128",
}


def type_name(dtype):
    """What XLA calls a dtype."""
    return _type_names.get(str(dtype), str(dtype))


def _text(shape, dtype):
    """f32[16,32]"""
    return f"{type_name(dtype)}[{','.join([str(n) for n in shape])}]"


def _refuse_mm(x, y, dtype):
    if x[1] != y[0] and framework[1] < (2, 9):
        return unknown("torch_xla 2.8 ends the process where the sizes of a product differ")
    if x[1] != y[0]:
        raise RuntimeError(
            f"mm(): cannot matrix-multiply tensors {_text(x, dtype)} and {_text(y, dtype)}. Expected the size of dimension 1 of the first input tensor ({x[1]}) to be equal the size of dimension 0 of the second input tensor ({y[0]})."
        )


def _refuse_dot(x, y, dtype):
    if x[-1] != y[0]:
        raise RuntimeError(
            f"Cannot infer shape for dot operation: {_text(x, dtype)} <dot> {_text(y, dtype)}. Contracting dimension sizes are not compatible."
        )


def _refuse_bmm(x, y):
    for dim, want in ((0, x[0]), (1, x[2])):
        if y[dim] != want:
            raise RuntimeError(
                f"Check failed: t->size(dim) == expected_size ({y[dim]} vs. {want})Expected tensor to have size {want} at dimension {dim}, but got size {y[dim]} for argument #2 'batch2' (while checking arguments for bmm)"
            )


def _rows(shape):
    """The sizes of a batch of matrices as one matrix."""
    count = 1
    for n in shape[:-1]:
        count = count * n
    return (count, shape[-1])


def _refuse_product(x, y, dtype):
    if len(y) == 1 and len(x) == 1:
        _refuse_dot(x, y, dtype)
    elif len(y) == 1 and len(x) > 1:
        _refuse_dot(_rows(x), y, dtype)
    elif len(y) == 2 and len(x) > 0:
        _refuse_mm(_rows(x) if len(x) > 1 else (1, x[0]), y, dtype)
    elif len(x) == len(y) == 3 and x[0] == y[0]:
        _refuse_bmm(x, y)


def _refuse_broadcast(x, y, dtype):
    rank = min(len(x), len(y))
    for at in range(rank):
        i, j = len(x) - rank + at, len(y) - rank + at
        if x[i] != y[j] and x[i] != 1 and y[j] != 1:
            a, b = _text(x, dtype), _text(y, dtype)
            raise RuntimeError(
                f"Shapes are not compatible for broadcasting: {a} vs. {b}. Expected dimension {i} of shape {a} ({x[i]}) to match dimension {j} of shape {b} ({y[j]}). Either that or that any of them is either 1 or unbounded. Try reshaping one of the tensors to match the other."
            )


def _refuse_cat(shapes, dim, dtype):
    first = shapes[0]
    dim = dim + len(first) if dim < 0 else dim
    for other in shapes[1:]:
        alike = len(other) == len(first) and all([a == b for i, (a, b) in enumerate(zip(first, other)) if i != dim])
        if not alike and other != (0,) and first != (0,):
            raise RuntimeError(
                f"cat(): cannot concatenate tensors of shape {_text(first, dtype)} with {_text(other, dtype)} at dimension {dim}. Expected shapes to be equal (except at dimension {dim}) or that either of them was a 1D empty tensor of size (0,)."
            )


def _sizes_differ(equation, shapes):
    """Whether a subscript of einsum stands for two sizes."""
    sizes = {}
    for names, shape in zip(equation.replace(" ", "").partition("->")[0].split(","), shapes):
        first, _, last = names.partition("...")
        for name, n in [*zip(first, shape), *zip(last[::-1], shape[::-1])]:
            if sizes.setdefault(name, n) != n:
                return True
    return False


def refuse_shapes(name, args):
    """Raises what XLA says of operands whose shapes do not go together."""
    tensors = [x for x in args if isinstance(x, Tensor)]
    shapes = [x._array.shape for x in tensors]
    if framework[1] < (2, 9) and name not in ("mm", "matmul", "einsum"):
        return
    if name == "einsum":
        shapes = [x._array.shape for x in args[1]]
        if len(shapes) == 2 and _sizes_differ(args[0], shapes):
            return unknown("what XLA makes of an einsum of two operands whose sizes differ is not known")
    elif name in ("mm", "matmul", "mv", "dot") and len(shapes) == 2:
        _refuse_product(shapes[0], shapes[1], tensors[0].dtype._array)
    elif name == "bmm" and len(shapes) == 2 and len(shapes[0]) == len(shapes[1]) == 3:
        _refuse_bmm(shapes[0], shapes[1])
    elif name == "linear" and len(shapes) > 1 and len(shapes[1]) == 2 and len(shapes[0]) > 1:
        turned = (shapes[1][1], shapes[1][0])
        if len(shapes) == 3 and len(shapes[0]) == 2:
            _refuse_dot(shapes[0], turned, tensors[0].dtype._array)
        else:
            _refuse_mm(_rows(shapes[0]), turned, tensors[0].dtype._array)
    elif name == "addmm" and len(shapes) == 3 and len(shapes[1]) == len(shapes[2]) == 2:
        _refuse_dot(shapes[1], shapes[2], tensors[1].dtype._array)
    elif name in _broadcasting and len(shapes) == 2:
        _refuse_broadcast(shapes[0], shapes[1], result_dtype(tensors[0], tensors[1])._array)
    elif name == "cat" and args and isinstance(args[0], (list, tuple)) and len(args[0]) > 1:
        shapes = [x._array.shape for x in args[0]]
        _refuse_cat(shapes, args[1] if len(args) > 1 else 0, args[0][0].dtype._array)
