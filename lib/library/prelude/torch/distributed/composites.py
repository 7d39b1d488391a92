"""Operations that aten itself makes of others, which DTensors then see. torch: aten/src/ATen/native/Linear.cpp."""
MODULE = "torch.distributed._composites"


def _run(name, args):
    return member("torch._tensor", "dispatch")(name, args)


def _spread(x, names, order):
    """The operand with a dimension for each label in this order, of size 1 where it has none."""
    at = [names.find(c) for c in order]
    ndim = len(names)
    for i, d in enumerate(at):
        if d < 0:
            x = _run("unsqueeze", (x, ndim))
            at[i], ndim = ndim, ndim + 1
    return _run("permute", (x, tuple(at)))


def _pair(a, b, summed):
    """Two operands multiplied, and summed over these dimensions, which are kept with size 1."""
    if not summed:
        return _run("mul", (a, b))
    left, right = tuple(a._array.shape), tuple(b._array.shape)
    both, first, second = [], [], []
    for d in range(len(left)):
        if d not in summed:
            (both if left[d] != 1 and right[d] != 1 else first if left[d] != 1 else second).append(d)
    size = lambda shape, dims: math.prod([shape[d] for d in dims])
    batch, inner = size(left, both), size(left, summed)
    a = _run("reshape", (_run("permute", (a, tuple(both + first + summed + second))), (batch, size(left, first), inner)))
    b = _run("reshape", (_run("permute", (b, tuple(both + summed + second + first))), (batch, inner, size(right, second))))
    shape = [left[d] for d in both + first] + [1] * len(summed) + [right[d] for d in second]
    made = _run("view", (_run("bmm", (a, b)), tuple(shape)))
    order = both + first + summed + second
    return _run("permute", (made, tuple([order.index(d) for d in range(len(order))])))


def rms_norm(x, shape, weight=None, eps=None):
    """torch: aten/src/ATen/native/layer_norm.cpp rms_norm_symint."""
    member("torch._aten", "aten_rms_norm")(x, shape, weight, eps)
    torch_float = member("torch", "float32")
    wide = x.to(torch_float) if x.dtype.itemsize < 4 else x
    dims = tuple(range(x.ndim - len(shape), x.ndim))
    mean = member("torch._tensor", "dispatch")("mean", (_run("pow", (wide, 2)), dims), {"keepdim": True})
    made = _run("mul", (wide, _run("rsqrt", (_run("add_", (mean, 1e-06)),))))
    if made.dtype is not x.dtype:
        made = made.to(x.dtype)
    return made if weight is None else _run("mul", (made, weight))


def einsum(equation, operands):
    equation = equation.replace(" ", "")
    left, arrow, out = equation.partition("->")
    names = left.split(",")
    member("torch._aten", "aten_einsum")(equation, operands)
    if "." in equation or any(len(set(n)) < len(n) for n in names):
        return unknown("torch.einsum of DTensors in this form is not known")
    labels = sorted(set(left.replace(",", "")))
    if not arrow:
        out = "".join([c for c in labels if left.count(c) == 1])
    order = list(out) + [c for c in labels if c not in out]
    spread = [_spread(x, n, order) for x, n in zip(operands, names)]
    rest = list(range(len(out), len(order)))
    if len(spread) == 1:
        return _run("sum", (spread[0], tuple(rest))) if rest else spread[0]
    uses = [len([x for x in spread if x._array.shape[d] != 1]) for d in range(len(order))]
    made = spread[0]
    for x in spread[1:]:
        summed, alone, other = [], [], []
        for d in rest:
            wide, wide_too = made._array.shape[d] != 1, x._array.shape[d] != 1
            if wide and wide_too:
                uses[d] -= 1
                if uses[d] == 1:
                    summed.append(d)
                    uses[d] = 0
            elif uses[d] == 1 and (wide or wide_too):
                (alone if wide else other).append(d)
                uses[d] = 0
        if alone:
            made = member("torch", "sum")(made, tuple(alone), keepdim=True)
        if other:
            x = member("torch", "sum")(x, tuple(other), keepdim=True)
        made = _pair(made, x, summed)
    if not rest:
        return made
    return _run("view", (made, tuple(made._array.shape[: len(out)])))
