"""What an operation on DTensors does. torch: torch/distributed/tensor/_dispatch.py, _sharding_prop.py."""
from prelude.torch.distributed.placements import _local_shape, _MaskPartial, _StridedShard

MODULE = "torch.distributed._dispatch"

_elementwise = (
    "add", "sub", "rsub", "mul", "div", "pow", "relu", "silu", "gelu", "exp", "log", "sqrt", "rsqrt", "tanh", "sigmoid",
    "neg", "abs", "sin", "cos", "eq", "ne", "lt", "le", "gt", "ge", "where", "maximum", "minimum", "clamp", "square",
    "lerp", "addcmul", "addcdiv", "log1p", "log2", "log10", "exp2", "expm1", "erf", "erfc", "erfinv", "floor", "ceil", "round", "trunc", "frac",
    "sign", "sgn", "isnan", "isinf", "remainder", "fmod", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "lgamma",
    "digamma", "logit", "deg2rad", "rad2deg", "sinc", "signbit", "isposinf", "isneginf", "logical_xor", "bitwise_xor", "reciprocal", "masked_fill", "bitwise_not", "bitwise_and", "bitwise_or", "logical_not", "logical_and", "logical_or", "copy",
)
_keeping = ("clone", "detach", "alias", "contiguous", "_to_copy", "positive")
_moving = ("t", "transpose", "permute", "unsqueeze", "expand")
_reducing = {"sum": "sum", "mean": "avg", "amax": "max", "amin": "min", "prod": "product", "max_all": "max", "min_all": "min"}
_overloads = {
    "mm": "mm.default", "addmm": "addmm.default", "bmm": "bmm.default", "add": "add.Tensor", "sub": "sub.Tensor",
    "mul": "mul.Tensor", "div": "div.Tensor", "native_layer_norm": "native_layer_norm.default",
    "masked_fill": "masked_fill.Scalar", "view": "view.default", "_unsafe_view": "_unsafe_view.default",
    "embedding": "embedding.default", "rsub": "rsub.Tensor", "nonzero": "nonzero.default", "cat": "cat.default", "stack": "stack.default", "convolution": "convolution.default",
    "expand": "expand.default", "gather": "gather.default", "index_put": "index_put.default", "index": "index.Tensor", "index_select": "index_select.default", "nll_loss": "nll_loss_forward.default",
    "copy_": "copy_.default", "where": "where.self", "transpose": "transpose.int", "sum": "sum.dim_IntList", "mean": "mean.dim", "_foreach_norm": "_foreach_norm.Scalar", "_foreach_clamp_min_": "_foreach_clamp_min_.Scalar",
}
_without_strategy = {
    "argmax": "argmax.default", "argmin": "argmin.default", "flip": "flip.default", "roll": "roll.default",
    "unbind": "unbind.int", "index_add": "index_add.default", "std": "std.correction", "mse_loss": "mse_loss.default", "batch_norm": "native_batch_norm.default",
    "logsumexp": "logsumexp.default", "softplus": "softplus.default", "leaky_relu": "leaky_relu.default", "elu": "elu.default", "mish": "mish.default",
    "scaled_dot_product_attention": "_scaled_dot_product_flash_attention_for_cpu.default",
}
_likes = ("zeros_like", "ones_like", "empty_like", "full_like", "rand_like", "randn_like", "randint_like")
_implicit = {"on": False}


def _strategy(name):
    return member("torch.distributed._strategies", name)


def _made(array, mesh, placements, x):
    made = member("torch.distributed.tensor", "make_dtensor")(array, mesh, placements)
    return member("torch._tensor", "of_operation")(made, x)


def _operands(name, args):
    """The tensors among the arguments, as DTensors of one mesh; or torch's error."""
    tensors = member("torch._tensor", "tensors_in")(args, [])
    mesh = [x._mesh for x in tensors if x._is_distributed][0]
    for x in tensors:
        if x._is_distributed:
            member("torch.distributed.tensor", "check_typed")(x)
        if x._is_distributed and x._mesh != mesh:
            return _refuse_meshes(name, args, mesh, x._mesh)
    if all(x._is_distributed for x in tensors):
        return args
    return _replicate(args, mesh, name)


def _refuse_meshes(name, args, mesh, other):
    if name not in _overloads:
        return unknown("operations on DTensors of several meshes are not known")
    if framework[1] < (2, 15):
        return _in_words("meshes", "Sharding propagation failed for " + _schema_text(name, args, other))
    if name == "stack":
        return _in_words("meshes", f"All operands in aten.stack.default must have the same mesh, but got {other} and {mesh}.")
    return _in_words("meshes", f"Cannot run aten.{_overloads[name]} on inputs with different meshes: got {mesh} and {other}")


def _replicate(args, mesh, name):
    made = []
    for x in args:
        if isinstance(x, (list, tuple)):
            x = type(x)(_replicate(x, mesh, name))
        elif hasattr(x, "_is_distributed") and not x._is_distributed:
            if x.numel() != 1 and not _implicit["on"]:
                refuse_mixed(name)
            x = _made(x._array, mesh, [member("torch.distributed.tensor", "Replicate")()] * mesh.ndim, x)
        made.append(x)
    return tuple(made)


def _overload(name):
    """As torch names the operation with these operands; in place it has the name with a line behind. None where it is not known."""
    if name in _overloads or name[-1:] != "_":
        return _overloads.get(name)
    base = _overloads.get(name[:-1])
    return None if base is None else base.replace(".", "_.")


def refuse_mixed(name):
    overload = _overload(name)
    if overload is None:
        return unknown("torch." + name + " of tensors and DTensors is not known")
    colon = ":" if framework[1] < (2, 15) or name == "convolution" else ""
    return _in_words(
        "mixed",
        f"aten.{overload}{colon} got mixed torch.Tensor and DTensor, need to convert all torch.Tensor to DTensor before calling distributed operators!",
    )


def refuse_unregistered(name, args):
    tensors = member("torch._tensor", "tensors_in")(args, [])
    if not all(x._is_distributed for x in tensors):
        return unknown("torch." + name + " of tensors and DTensors is not known")
    if name == "scaled_dot_product_attention" and args[0].device.type != "cpu":
        return unknown("attention of DTensors on a device is not known")
    return _in_words("unregistered", _without_strategy[name])


def _convolution(args):
    """torch 2.9 places the result as the input, if there is a bias."""
    x, weight, bias, stride, padding, dilation, groups = args[:7]
    if bias is not None:
        plain = all(p.is_replicate() for y in (weight, bias) for p in y._placements)
        if x.ndim != 4 or not plain or not all(p.is_replicate() or p.is_shard(0) for p in x._placements):
            return unknown("a convolution of DTensors placed so is not known")
        return _made(_whole("convolution", args, {}, x._mesh), x._mesh, x._placements, args)
    given = (x, weight, bias, list(stride), list(padding), list(dilation), False, [0] * len(stride), groups)
    raise RuntimeError("Sharding propagation failed on op " + _schema_text("convolution", given, x._mesh) + ".")


def _schema_text(name, args, mesh):
    parts = []
    for x in args:
        if hasattr(x, "_is_distributed"):
            p = x._placements
            text = str(p[0]) if len(p) == 1 else f"{tuple(p)}"
            parts.append(f"Spec({text} on {tuple(x._array.shape)})")
        elif isinstance(x, (list, tuple)) and any(hasattr(y, "_is_distributed") for y in x):
            parts.append("[" + ", ".join([_spec_text(y) for y in x]) + "]")
        else:
            parts.append(f"{list(x) if isinstance(x, tuple) else x}")
    return f"Op(op=aten.{_overloads[name]}, args_schema={', '.join(parts)} @ mesh: {mesh.shape})"


def _spec_text(x):
    if x is None:
        return "None"
    p = x._placements
    shape = tuple(x._array.shape)
    strides = tuple([math.prod(shape[i + 1 :]) for i in range(len(shape))])
    meta = f"TensorMeta(shape=torch.Size({list(shape)}), stride={strides}, dtype={x.dtype})"
    return f"DTensorSpec(mesh={x._mesh}, placements={tuple(p)}, tensor_meta={meta})"


def _refuse(name, args, mesh, reason):
    if framework[1] >= (2, 15) and reason is not None:
        raise RuntimeError(reason)
    if name not in _overloads:
        return unknown("what torch." + name + " of these DTensors fails with is not known")
    if framework[1] < (2, 15):
        if name in ("sum", "mean"):
            args = (args[0], [args[1]] if isinstance(args[1], int) else list(args[1]), *args[2:])
        raise RuntimeError("Sharding propagation failed for " + _schema_text(name, args, mesh))
    return unknown("torch." + name + " of these DTensors is not known in this release")


_meta_words = ("Dimension out of range", "Expected size for first two dimensions of batch2")  # which torch says of shapes alone too


def _whole(name, args, kwargs, mesh):
    """The array that the operation gives of the whole arrays."""
    try:
        return member("torch._tensor", "run_rule")(name, args, kwargs)
    except (RuntimeError, IndexError) as error:
        reason = str(error) if any(str(error)[: len(words)] == words for words in _meta_words) else None
        if name in ("mm", "addmm"):
            a, b = args[-2], args[-1]
            reason = f"a and b must have same reduction dim, but got {list(a._array.shape)} X {list(b._array.shape)}."
        return _refuse(name, args, mesh, reason)


def _bring(x, target):
    member("torch.distributed._planning", "bring")(x, target)


def _product(name, args, rows):
    array = _whole(name, args, {}, args[0]._mesh)
    out, targets = _strategy("cheapest")(rows, list(args))
    for x, target in zip(args, targets):
        _bring(x, target)
    return _made(array, args[0]._mesh, out, args)


def _linear(args):
    x, weight = args[0], args[1]
    if x.ndim == 2:
        return _matrix(x, weight, args[2:])
    if x.ndim < 3:
        return unknown("torch.linear of a DTensor of one dimension is not known")
    rows = math.prod(x._array.shape[:-1])
    y = _matrix(_dispatch("view", (x, (rows, x._array.shape[-1]))), weight, args[2:])
    name = "view" if len(args) > 2 else "_unsafe_view"
    return _dispatch(name, (y, (*x._array.shape[:-1], weight._array.shape[0])))


def _matrix(x, weight, bias):
    turned = _dispatch("t", (weight,))
    return _dispatch("addmm", (bias[0], x, turned)) if bias else _dispatch("mm", (x, turned))


def _dispatch(name, args):
    return member("torch._tensor", "dispatch")(name, args)


def _view_of(x):
    """What reshape does, which copies a tensor that does not lie in order."""
    return "_unsafe_view" if x._turned else "view"


def _matmul(args):
    a, b = args
    if a.ndim == 2 and b.ndim == 2:
        return _dispatch("mm", args)
    if a.ndim == 3 and b.ndim == 3 and a._array.shape[0] == b._array.shape[0]:
        return _dispatch("bmm", args)
    if a.ndim > 2 and b.ndim == 2:
        rows = math.prod(a._array.shape[:-1])
        if a._is_distributed and a._turned and _strategy("viewed")(a, (rows, a._array.shape[-1])) is None:
            return unknown("torch.matmul of a DTensor whose elements do not lie in order is not known")
        y = _dispatch("mm", (_dispatch("view", (a, (rows, a._array.shape[-1]))), b))
        return _dispatch("_unsafe_view", (y, (*a._array.shape[:-1], b._array.shape[1])))
    if a.ndim == b.ndim and a.ndim > 3 and a._array.shape[:-2] == b._array.shape[:-2]:
        batch = math.prod(a._array.shape[:-2])
        flat = [_dispatch(_view_of(x), (x, (batch, *x._array.shape[-2:]))) for x in (a, b)]
        y = _dispatch("bmm", (flat[0], flat[1]))
        return _dispatch("view", (y, (*a._array.shape[:-1], b._array.shape[-1])))
    return unknown("torch.matmul of DTensors of these ranks is not known")


def _placed_of_moving(name, x, args, shape):
    Shard = member("torch.distributed.tensor", "Shard")
    if name == "permute":
        order = [d % x.ndim for d in args[1]]
    elif name == "unsqueeze":
        d = args[1] % (x.ndim + 1)
        order = [*range(d), -1, *range(d, x.ndim)]
    elif name == "expand":
        order = [-1] * (len(shape) - x.ndim) + list(range(x.ndim))
    else:
        order = list(range(x.ndim))
        if x.ndim > 1:
            a, b = (0, 1) if name == "t" else (args[1] % x.ndim, args[2] % x.ndim)
            order[a], order[b] = order[b], order[a]
    return [Shard(order.index(p.dim)) if p.is_shard() else p for p in x._placements]


def _in_words(what, *args):
    return member("torch.distributed._words", "refuse_" + what)(*args)


def _viewed_later(x, shape):
    try:
        return member("torch.distributed._viewing", "viewed")(x, shape)
    except RuntimeError as error:
        return _in_words("view", x, shape, str(error))


def _view(name, args):
    x = args[0]
    array = _whole(name, args, {}, x._mesh)
    if framework[1] >= (2, 15):
        targets, placements = _viewed_later(x, tuple(array.shape))
        _bring(x, targets)
        if targets == x._placements:
            _check_local_view(x, array.shape, placements)
        return _made(array, x._mesh, placements, args)
    placements = _strategy("viewed")(x, tuple(array.shape))
    if placements is None:
        asked = list(array.shape) if name == "reshape" else list(args[1])
        text = _schema_text("view" if name == "reshape" else name, (x, asked), x._mesh)
        return _in_words("view", x, array.shape, "Sharding propagation failed for " + text)
    _check_local_view(x, array.shape, placements)
    return _made(array, x._mesh, placements, args)


def _check_local_view(x, shape, placements):
    """What the first rank holds is seen in the shape that its part of the result has."""
    held = [p if q.is_shard() else q for p, q in zip(x._placements, placements)]
    if any(isinstance(p, _StridedShard) for p in [*held, *placements]):
        return
    part = x._part if tuple(held) == x._placements else _local_shape(x._array.shape, x._mesh, held)
    seen = _local_shape(shape, x._mesh, placements)
    if part is not None and seen is not None and math.prod(part) != math.prod(seen):
        raise RuntimeError(f"shape '{list(seen)}' is invalid for input of size {math.prod(part)}")


def _reduce(name, args, kwargs):
    x = args[0]
    dims = args[1] if len(args) > 1 else None
    array = _whole(name, args, kwargs, x._mesh)
    if dims is None or dims == ():
        dims = tuple(range(x.ndim))
    dims = tuple([d % x.ndim for d in ((dims,) if isinstance(dims, int) else dims)])
    if name == "mean":
        for i, p in enumerate(x._placements):
            if p.is_shard() and p.dim in dims and x._array.shape[p.dim] % x._mesh.size(i):
                _check_uneven_mean(x, p)
    out = _strategy("reduced")(x._placements, dims, x.ndim, kwargs.get("keepdim", False), _reducing[name])
    return _made(array, x._mesh, out, args)


def _check_uneven_mean(x, p):
    lint(
        "mean-uneven",
        f"the mean over dimension {p.dim}, of size {x._array.shape[p.dim]}, weighs the ranks alike, though their shards are not of one size",
        "bring the tensor to Replicate() before, or make the size a multiple of the mesh dimension",
    )


def _normalized(name, args, dims):
    x = args[0]
    array = _whole(name, args, {}, x._mesh)
    out = _strategy("replicated")(x._placements, dims)
    _bring(x, out)
    array = array[0] if isinstance(array, (tuple, list)) else array
    return _note_spent(name, _made(array, x._mesh, out, args), x)


def _select(name, args):
    x = args[0]
    d = args[1] % x.ndim if len(args) > 1 else 0
    array = _whole(name, args, {}, x._mesh)
    whole = name == "slice" and array.shape == x._array.shape
    out = x._placements if whole else _strategy("unsharded")(x._placements, d)
    _bring(x, out)
    Shard = member("torch.distributed.tensor", "Shard")
    if name == "select":
        out = [Shard(p.dim - 1) if p.is_shard() and p.dim > d else p for p in out]
        _note_selected(x, args[1:])
    return _made(array, x._mesh, out, args)


_selected = []


def _note_selected(x, chosen):
    """Of a tensor that is not sharded torch 2.9 gives the result its own spec, and writes the result's type there; once for
    all that are alike. torch: select_int_strategy, _wrap_output_spec_tensor_meta."""
    key = (x._mesh, x._placements, tuple(x._array.shape), x._array.dtype, chosen)
    if framework[1] < (2, 15) and not any(p.is_shard() for p in x._placements) and key not in _selected:
        _selected.append(key)
        x._mistyped = True


def _pointwise(name, args, kwargs, inplace):
    operands = member("torch._tensor", "tensors_in")(args, [])
    array = _whole(name, args, kwargs, operands[0]._mesh)
    out, targets = _strategy("pointwise")(name, array.shape, operands, inplace)
    for x, target in zip(operands, targets):
        for old, new in zip(x._placements, target):
            if new.is_partial() and old.is_shard():
                raise RuntimeError(f"redistribute from {old} to P not supported yet")
        _bring(x, target)
    return array, out, args


def made_beside(x, made):
    """A new tensor as a DTensor: of the same shape it lies as the other one."""
    alike = made._array.shape == x._array.shape
    whole = member("torch.distributed.tensor", "Replicate")()
    placements = [p if alike and not p.is_partial() else whole for p in x._placements]
    new = member("torch.distributed.tensor", "make_dtensor")(made._array, x._mesh, placements)
    new.requires_grad = made.requires_grad
    return new


def set_part(x, index, value):
    """x[index] = value"""
    parts = index if isinstance(index, tuple) else (index,)
    if not isinstance(value, (int, float)) or not all(i is None or i is ... or isinstance(i, (int, slice)) for i in parts):
        return unknown("assignment to a part of a DTensor is not known")
    x[index]
    if framework[1] < (2, 15):
        return _in_words("unregistered", "fill_.Tensor")
    x._array = unheld(x._array)


def distributed_dispatch(name, args, kwargs):
    """Called for every operation of which an argument is a DTensor."""
    if name == "matmul" and len(args) == 2:
        return _matmul(args)
    if name == "linear":
        return _linear(args)
    if name == "einsum" and all(x._is_distributed for x in args[1]):
        return member("torch.distributed._composites", "einsum")(*args)
    if name == "rms_norm" and args[0]._is_distributed:
        return member("torch.distributed._composites", "rms_norm")(*args)
    if name == "cross_entropy_loss":
        return _cross_entropy(args)
    of_gpu = name == "scaled_dot_product_attention" and args[0].device.type == "cuda" and all(x._is_distributed for x in args[:3])
    if name in _without_strategy and framework[1] < (2, 15) and not of_gpu:
        return refuse_unregistered(name, args)
    if name in ("zero_", "fill_", "normal_", "uniform_") and len(args) < 3:
        args[0]._array = unheld(args[0]._array)
        return args[0]
    args = _operands(name, args)
    x = [y for y in member("torch._tensor", "tensors_in")(args, [])][0]
    if framework[1] >= (2, 15):
        made = member("torch.distributed._later", "ruled")(name, args, kwargs)
        if made is not None:
            return made
    if name[-1:] == "_" and name[:-1] in _elementwise:
        array, out, _ = _pointwise(name[:-1], args, kwargs, True)
        x._array = array if array.shape == x._array.shape else unknown("an in-place operation that broadcasts is not known")
        return x
    if name in _elementwise and not (name == "masked_fill" and len(args) < 3):
        array, out, args = _pointwise(name, args, kwargs, False)
        return _note_spent(name, _made(array, x._mesh, out, args), x)
    if name == "mm":
        return _product(name, args, _strategy("mm_rows"))
    if name == "addmm" and len(args) == 3:
        return _product(name, args, _strategy("addmm_rows")(args[0]))
    if name == "bmm":
        return _product(name, args, _strategy("bmm_rows"))
    if name in ("view", "reshape", "_unsafe_view"):
        return _view(name, args)
    if name in _moving:
        array = _whole(name, args, kwargs, x._mesh)
        if name == "expand" and any(p.is_shard() and x._array.shape[p.dim] == 1 for p in x._placements):
            return _refuse(name, (x, list(array.shape)), x._mesh, None)
        made = _made(array, x._mesh, _placed_of_moving(name, x, args, array.shape), args)
        made._turned = name in ("t", "transpose", "permute") and x.ndim > 1
        return made
    if name in _likes:
        placements = _strategy("replicated")(x._placements, ())
        return _made(_whole(name, args, kwargs, x._mesh), x._mesh, placements, args)
    if name == "nonzero" and framework[1] < (2, 15):
        return _refuse(name, args, x._mesh, None)
    if name == "convolution" and framework[1] < (2, 15):
        return _convolution(args)
    if name in _keeping:
        return _made(_whole(name, args, kwargs, x._mesh), x._mesh, x._placements, args)
    if name == "dropout" and not any(p.is_partial() for p in x._placements):
        return _made(x._array, x._mesh, x._placements, args)
    if name in _reducing:
        return _reduce(name, args, kwargs)
    if name in ("_softmax", "_log_softmax"):
        return _normalized(name, args[:2], (args[1] % x.ndim,))
    if name == "native_layer_norm":
        return _normalized(name, args, tuple(range(x.ndim - len(args[1]), x.ndim)))
    if name in ("select", "slice"):
        return _select(name, args)
    if name == "embedding":
        return _product_of_embedding(args)
    return _further(name, args, kwargs)


def _is_whole_norm(name, args):
    """Of which every shard becomes partial, however it is cut."""
    return name == "linalg_vector_norm" and (len(args) < 3 or args[2] is None)


def _further(name, args, kwargs):
    """An operation that gives several results, or chooses or joins."""
    strategy = member("torch.distributed._further", name)
    if strategy is None and framework[1] < (2, 15):
        return unknown("torch." + name + " of a DTensor is not known")
    operands = member("torch._tensor", "tensors_in")(args, [])
    for x in operands:
        for p in x._placements:
            strided = isinstance(p, _StridedShard) and not _is_whole_norm(name, args)
            if p.is_shard() and (p.dim < 0 or strided):
                return unknown("torch." + name + " of a strided shard is not known")
    result = _whole(name, args, kwargs, operands[0]._mesh)
    if framework[1] < (2, 15):
        ways = strategy(operands, args, kwargs)
    else:
        ways = member("torch.distributed._later", "further")(name, operands, args, kwargs)
    if ways == "refused":
        return _refuse(name, args, operands[0]._mesh, None)
    if ways is None:
        return unknown("torch." + name + " of DTensors placed so is not known")
    outs, targets = ways
    for x, target in zip(operands, targets):
        _bring(x, target)
        for old, new in zip(x._placements, target):
            if new.is_partial() and old != new and not old.is_replicate():
                return unknown("torch." + name + " of DTensors placed so is not known")
    made = _made_each(result, operands[0]._mesh, outs[0], args)
    if name == "linalg_vector_norm":
        _note_norm(made, operands[0], args[1] if len(args) > 1 else 2)
    if name not in _reversible:
        _note_irreversible(name, made)
    return made


_reversible = ("scaled_dot_product_attention", "view_as_complex", "view_as_real", "cat", "stack", "split", "split_with_sizes", "chunk", "nll_loss", "tril", "triu", "dot", "squeeze", "linalg_vector_norm")
_irreversible = {"any": False}


def _note_irreversible(name, made):
    """What the gradient of this operation needs may have no strategy."""
    for x in member("torch._tensor", "tensors_in")((made,), []):
        if x.grad_fn is not None:
            x.grad_fn.operation = "further " + name
            _irreversible["any"] = True


def _refuse_filling(x):
    """torch fills in place what it divided by zero, or what is ignored: 2.9 has no rule for that, later no partial can be filled."""
    if framework[1] < (2, 15):
        return _in_words("unregistered", "masked_fill_.Scalar")
    if any(p.is_partial() for p in x._placements):
        refuse_inplace("masked_fill_.Scalar", x)


def refuse_inplace(overload, x):
    return _in_words("inplace", overload, x)


_saving = ("pow", "square", "gelu", "silu", "abs", "sin", "cos", "log", "native_layer_norm")


def _note_spent(name, made, x):
    """Backward of these wants what they were given again, of which the mask is used up."""
    if name in _saving and made.grad_fn is not None and any(isinstance(p, _MaskPartial) for p in x._placements):
        made.grad_fn.operation = "spent"
        _irreversible["any"] = True
    return made


def _note_norm(made, x, order):
    """Where a norm is zero its gradient is filled in. torch: torch/csrc/autograd/FunctionsManual.cpp norm_backward."""
    if made.grad_fn is not None and order not in (0, 1, math.inf, -math.inf):
        made.grad_fn.operation, made.grad_fn.normed = "norm", x
        _irreversible["any"] = True


def _check_reversible(node, seen):
    if node.operation == "norm":
        _refuse_filling(node.normed)
    if node.operation == "spent":
        raise AssertionError("")
    if node.operation[:8] == "further ":
        return unknown("the gradient of torch." + node.operation[8:] + " of a DTensor is not known")
    for x in node.inputs:
        if x.grad_fn is not None and identity(x.grad_fn) not in seen:
            seen.add(identity(x.grad_fn))
            _check_reversible(x.grad_fn, seen)


def _made_each(result, mesh, out, args):
    if not isinstance(result, (tuple, list)):
        return _made(result, mesh, out, args)
    items = [_made(x, mesh, out, args) for x in result]
    return tuple(items) if isinstance(result, tuple) else items


_loss_parallel = {"on": False}


def _cross_entropy_of_classes(x, target, args):
    """torch: torch/distributed/tensor/parallel/loss.py."""
    cuts = len([p for p in x._placements if p.is_shard(1)])
    if framework[1] >= (2, 15) and cuts != 1:
        return _in_words(
            "loss",
            f"loss_parallel() requires exactly one mesh dim to shard tensor dimension 1, but got placements {x._placements} with {cuts} such mesh dim(s).",
        )
    if len(x._placements) != 1 and framework[1] >= (2, 15):
        return unknown("loss_parallel on a mesh of several dimensions is not known")
    if len(x._placements) != 1:
        return _in_words("loss", "Currently loss_parallel() only supports input on one-dimensional DeviceMesh.")
    if not cuts:
        return _in_words("loss", "loss_parallel() should be enabled only when the input tensor is sharded on dimension 1.")
    whole = (member("torch.distributed.tensor", "Replicate")(),)
    if target._is_distributed and target._placements != whole:
        raise RuntimeError(f"Expected {whole} but got {target._placements}.")
    array = _whole("cross_entropy_loss", args, {}, x._mesh)
    return _made(array, x._mesh, whole, args)


def _cross_entropy(args):
    """torch: aten/src/ATen/native/LossNLL.cpp."""
    x, target = args[0], args[1]
    if _loss_parallel["on"] and x._is_distributed:
        made = _cross_entropy_of_classes(x, target, args)
        return _smoothed(x, target, args, made) if len(args) > 5 else made
    if x.ndim > 2 or target.dtype.kind != 1:
        return unknown("torch.cross_entropy_loss of DTensors of this kind is not known")
    logs = _dispatch("_log_softmax", (x, x.ndim - 1))
    made = _dispatch("nll_loss", (logs, *args[1:5]))
    return _smoothed(logs, target, args, made) if len(args) > 5 else made


def _smoothed(logs, target, args, made):
    """With label smoothing the logarithms are added up too, and what is ignored is filled."""
    if not target._is_distributed and target.numel() != 1:
        refuse_mixed("masked_fill_")
    if args[2] is not None:
        return unknown("smoothing of weighted labels of DTensors is not known")
    classes = 1 if logs.ndim > 1 else 0
    _refuse_filling(_dispatch("neg", (_dispatch("sum", (logs, classes)),)))
    return made if args[3] != "none" and logs._mesh.ndim == 1 else unknown("smoothing of labels of DTensors placed so is not known")


def _masked(out, weight, indices, target):
    """Rows that are looked up in shards are partial; the mask of what other ranks hold is that of the indices as they are held when
    torch comes to this mesh dimension."""
    made, now = list(out), list(indices._placements)
    for i, old, new in member("torch.distributed._planning", "steps")(indices, target):
        if new.is_partial():
            made[i] = _MaskPartial(weight._array.shape, _local_shape(tuple(indices._array.shape), weight._mesh, now))
        now[i] = new
    return made


def _product_of_embedding(args):
    weight, indices = args[0], args[1]
    array = _whole("embedding", args, {}, weight._mesh)
    out, targets = _strategy("cheapest")(_strategy("embedding_rows")(indices), [weight, indices])
    _bring(weight, targets[0])
    out = _masked(out, weight, indices, targets[1])
    return _made(array, weight._mesh, out, args)


def distributed_backward(root, leaves):
    """Gives the DTensors among the leaves their .grad; true when it has."""
    if _irreversible["any"] and root.grad_fn is not None:
        _check_reversible(root.grad_fn, set())
    for x in leaves:
        if x.grad is None:
            x.grad = copied_object(x)
            x.grad.requires_grad = False
            x.grad._supposed = True  # backward may leave another placement than that of the parameter
            x.grad._array = unheld(x._array)
    return None
