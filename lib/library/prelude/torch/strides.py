"""Where the elements of a view lie, which decides whether it can be viewed in another shape. torch:
aten/src/ATen/TensorUtils.cpp computeStride, aten/src/ATen/TensorIterator.cpp. A tensor whose elements
lie in order has None."""


def contiguous(shape):
    made, step = [], 1
    for n in reversed(shape):
        made.insert(0, step)
        step *= max(n, 1)
    return tuple(made)


def normal(shape, strides):
    """None for the strides of elements in order."""
    step = 1
    for n, s in zip(reversed(shape), reversed(strides)):
        if n != 1:
            if s != step:
                return strides
            step *= n
    return None


def of_view(old, strides, new):
    """Those of the same elements in another shape, or None when none will do."""
    at, made = len(new) - 1, [0] * len(new)
    base, elements, seen = strides[-1] if strides else 1, 1, 1
    for d in range(len(old) - 1, -1, -1):
        elements *= old[d]
        if d == 0 or (old[d - 1] != 1 and strides[d - 1] != elements * base):
            while at >= 0 and (seen < elements or new[at] == 1):
                made[at] = seen * base
                seen *= new[at]
                at -= 1
            if seen != elements:
                return None
            if d > 0:
                base, elements, seen = strides[d - 1], 1, 1
    return tuple(made) if at == -1 else None


def of_elementwise(shape, operands):
    """Those of what an operation on each element gives: of the first operand that has all elements."""
    for x in operands:
        if x._array.shape == shape and x._strides is not None:
            return x._strides if is_dense(shape, x._strides) else None
        if x._array.shape == shape:
            return None
    return None


def is_dense(shape, strides):
    """Whether the elements lie side by side, in some order of the dimensions."""
    step = 1
    for s, n in sorted([(s, n) for s, n in zip(strides, shape) if n != 1]):
        if s != step:
            return False
        step *= n
    return True


def after(name, x, args, shape):
    """Those of a view of x."""
    old = x._array.shape
    strides = contiguous(old) if x._strides is None else x._strides
    rank = len(old)
    if name == "transpose" or name == "t":
        a, b = (args[0] % rank, args[1] % rank) if name == "transpose" and rank else (0, rank - 1)
        made = list(strides)
        if rank > 1:
            made[a], made[b] = made[b], made[a]
    elif name == "permute":
        made = [strides[d % rank] for d in args[0]]
    elif name == "unsqueeze":
        d = args[0] % (rank + 1)
        made = list(strides)
        made.insert(d, strides[d] * old[d] if d < rank else 1)
    elif name == "squeeze":
        made = []
        at = 0
        for n, s in zip(old, strides):
            if at < len(shape) and n == shape[at] and (n != 1 or len(old) - len(made) <= len(shape)):
                made.append(s)
                at += 1
        made = made if len(made) == len(shape) else list(contiguous(shape))
    elif name == "expand":
        extra = len(shape) - rank
        made = [0] * extra + [s if shape[extra + d] == old[d] else 0 for d, s in enumerate(strides)]
    elif name == "select":
        d = args[0] % rank
        made = [s for i, s in enumerate(strides) if i != d]
    elif name == "slice":
        d = args[0] % rank
        made = list(strides)
        made[d] *= args[3] if len(args) > 3 else 1
    elif name in ("split", "split_with_sizes", "chunk", "tensor_split", "alias_copy"):
        made = list(strides)
    elif name == "unbind":
        d = (args[0] if args else 0) % rank
        made = [s for i, s in enumerate(strides) if i != d]
    elif name == "view":
        found = of_view(old, strides, shape)
        made = found if found is not None else contiguous(shape)
    else:
        return None
    return normal(shape, tuple(made))
