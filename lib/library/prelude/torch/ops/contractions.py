"""einsum and tensordot. torch: aten/src/ATen/native/Linear.cpp."""
from prelude.torch.ops.promotion import broadcast_shape, on_device, wrapped_dim

MODULE = "torch._aten"


def aten_einsum(equation, operands):
    equation = equation.replace(" ", "")
    left, arrow, right = equation.partition("->")
    inputs = left.split(",")
    if len(inputs) > len(operands):
        raise RuntimeError(f"einsum(): fewer operands were provided than specified in the equation")
    if len(inputs) < len(operands):
        raise RuntimeError(f"einsum(): more operands were provided than specified in the equation")
    sizes, batch, counts = {}, (), {}
    for at, (names, x) in enumerate(zip(inputs, operands)):
        shape = x._array.shape
        before, dots, behind = names.partition("...")
        count = len(before) + len(behind)
        if count > len(shape) or (not dots and count != len(shape)):
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({count}) {'is more than' if dots else 'does not match'} the number of dimensions ({len(shape)}) for operand {at}{'' if dots else ' and no ellipsis was given'}"
            )
        if dots:
            batch = broadcast_shape(batch, shape[len(before):len(shape) - len(behind)])
        pairs = list(zip(before, shape[:len(before)])) + list(zip(behind, shape[len(shape) - len(behind):]))
        for name, n in pairs:
            counts[name] = counts.get(name, 0) + 1
            old = sizes.get(name, 1)
            if n != 1 and old != 1 and n != old:
                raise RuntimeError(
                    f"einsum(): subscript {name} has size {n} for operand {at} which does not broadcast with previously seen size {old}"
                )
            sizes[name] = old if n == 1 else n
    if not arrow:
        right = ("..." if "..." in left else "") + "".join(sorted([c for c in counts if counts[c] == 1]))
    shape = []
    before, dots, behind = right.partition("...")
    for name in before + behind:
        if name not in sizes:
            raise RuntimeError(
                f"einsum(): output subscript {name} does not appear in the equation for any input operand"
            )
    shape = [sizes[c] for c in before] + (list(batch) if dots else []) + [sizes[c] for c in behind]
    if len(operands) > 1:
        for x in operands:
            if x.dtype is not operands[0].dtype and not on_device(x):
                a, b = member("torch._aten_type_names", "of")(operands[0]), member("torch._aten_type_names", "of")(x)
                raise RuntimeError(f"expected scalar type {a} but found {b}")
    return array_of(tuple(shape), operands[0]._array.dtype)


def aten_tensordot(a, b, dims=2):
    x, y = a._array.shape, b._array.shape
    if isinstance(dims, int):
        left, right = list(range(len(x) - dims, len(x))), list(range(dims))
    else:
        left, right = [[d] if isinstance(d, int) else list(d) for d in dims]
    if len(left) != len(right):
        raise RuntimeError(f"both dimension lists should have same length")
    left = [wrapped_dim(d, len(x)) for d in left]
    right = [wrapped_dim(d, len(y)) for d in right]
    for i, j in zip(left, right):
        if x[i] != y[j] and x[i] != 1 and y[j] != 1:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {x[i]} in dim {i} and second has size {y[j]} in dim {j}"
            )
    shape = [n for i, n in enumerate(x) if i not in left] + [n for j, n in enumerate(y) if j not in right]
    return array_of(tuple(shape), a._array.dtype)


def aten_multinomial(x, count):
    return array_of((*x._array.shape[:-1], count), jnp.int64)


def aten_complex(real, imag):
    return array_of(broadcast_shape(real._array.shape, imag._array.shape), real.dtype.to_complex()._array)


def aten_view_as_complex(x):
    shape = x._array.shape
    if not shape or shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    return array_of(shape[:-1], x.dtype.to_complex()._array)


def aten_view_as_real(x):
    if x.dtype.kind != 3:
        raise RuntimeError("view_as_real is only supported for complex tensors")
    return array_of((*x._array.shape, 2), x.dtype.to_real()._array)


def aten_real(x):
    return array_of(x._array.shape, x.dtype.to_real()._array)


aten_imag = aten_real
aten_angle = aten_real


def aten_cdist(x, y):
    a, b = x._array.shape, y._array.shape
    if a[-1] != b[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {a[-1]} X2: {b[-1]}")
    return array_of((*broadcast_shape(a[:-2], b[:-2]), a[-2], b[-2]), x._array.dtype)
