"""What an operation on DTensors does from torch 2.15 on: most have rules for one mesh dimension, a few follow their operands.
torch 2.15: torch/distributed/tensor/_sharding_prop.py, _ops."""
from prelude.torch.distributed.choosing import settled
from prelude.torch.distributed.dispatch import _elementwise, _made, _made_each, _masked, _note_irreversible, _note_norm, _note_spent, _overload, _reversible, _whole, refuse_inplace, refuse_unregistered
from prelude.torch.distributed.placements import Replicate, Shard
from prelude.torch.distributed.planning import bring

MODULE = "torch.distributed._later"

_elementwise_too = ("softplus", "leaky_relu", "elu", "hardtanh", "mish", "celu", "selu", "relu6", "hardsigmoid", "threshold", "isfinite")


def _rule_of(name, args):
    """The function that gives the rule of an operation, by its name out of place; None where it has none here."""
    if name in _elementwise_too or (name in _elementwise and not (name == "masked_fill" and len(args) < 3)):
        pointwise = member("torch.distributed._rules", "pointwise")
        return lambda inputs, args, kwargs, shape: pointwise(name, inputs, kwargs, shape)
    return member("torch.distributed._rules", "rule_" + name)


def _stacked(args, inputs):
    """All follow what they have in common. torch 2.15: _tensor_ops.py stack_strategy."""
    x = inputs[0]
    result = _whole("stack", args, {}, x._mesh)
    d = (args[1] if len(args) > 1 else 0) % (x._array.ndim + 1)
    outs, targets = member("torch.distributed._further", "stack")(inputs, (args[0], d), {})
    for y, target in zip(inputs, targets):
        bring(y, target)
    return _made(result, x._mesh, outs[0], args)


def ruled(name, args, kwargs):
    """What an operation gives by its rule; None where it has none here."""
    inputs = member("torch._tensor", "tensors_in")((args, list(kwargs.values())), [])
    if name == "stack":
        return _stacked(args, inputs)
    inplace = name[-1:] == "_" and name[:-1] in _elementwise
    base = name[:-1] if inplace else name
    rule_of = _rule_of(base, args)
    if rule_of is None:
        return None
    result = _whole(base, args, kwargs, inputs[0]._mesh)
    first = result[0] if isinstance(result, (tuple, list)) else result
    rule = rule_of(inputs, args, kwargs, tuple(first.shape))
    if rule is None:
        return None
    made = settled(rule, inputs, inplace)
    if made is None and inplace and _overload(name) is not None:
        refuse_inplace(_overload(name), inputs[0])
    if not made:
        return unknown("torch." + name + " of DTensors placed so is not known in this release")
    if inplace:
        return _written(inputs[0], result)
    return _given(base, first if base == "native_layer_norm" else result, inputs, args, made[0], made[1])


def _written(x, result):
    x._array = result if result.shape == x._array.shape else unknown("an in-place operation that broadcasts is not known")
    return x


def _given(name, result, inputs, args, out, targets):
    """The results, and what backward is to know of them."""
    x = inputs[0]
    if any(p.is_partial("mask") for p in out):
        out = _masked(out, x, inputs[1], targets[1])
    made = _made_each(result, x._mesh, out, args)
    if not isinstance(made, (tuple, list)):
        _note_spent(name, made, x)
    if name == "linalg_vector_norm":
        _note_norm(made, x, args[1] if len(args) > 1 else 2)
    if member("torch.distributed._further", name) is not None and not _is_reversible(name, x, made):
        _note_irreversible(name, made)
    return made


def _is_reversible(name, x, made):
    """Whether all that the gradient is made of has rules that always hold: that of an index is put into new zeros, which are whole
    unless they are of the gradient's own shape. torch: torch/csrc/autograd/FunctionsManual.cpp var_backward, index_backward."""
    return name in _reversible or name == "var" or (name == "index" and made._array.shape != x._array.shape)


def _squeezed(x, args):
    """No view takes a dimension away that is sharded, though it has one element. torch 2.15: _view_ops.py dim_squeeze."""
    shape, dim = x._array.shape, args[1] if len(args) > 1 else None
    given = range(len(shape)) if dim is None else dim if isinstance(dim, (list, tuple)) else [dim]
    gone = [d % len(shape) for d in given if shape[d] == 1]
    for p in x._placements:
        if p.is_shard() and p.dim in gone:
            raise RuntimeError(
                f"This operation would remove or reshape sharded dimension {p.dim}, which requires redistribution. Please redistribute the input first."
            )
    kept = [d for d in range(len(shape)) if d not in gone]
    return [tuple([Shard(kept.index(p.dim)) if p.is_shard() else p for p in x._placements])], [x._placements]


def _is_flash_of_past(inputs, args):
    """Whether attention on the CPU is flash attention that masks the future itself: its decomposition makes that mask as a plain
    tensor, so that torch finds no rule. torch 2.15: _decompositions.py PlacementTrackingMode."""
    q, k, v = [x._array.shape for x in inputs[:3]]
    return args[4] and len(q) == 4 and q[:2] == k[:2] == v[:2] and q[3] == k[3] == v[3] and inputs[0].device.type == "cpu"


def further(name, inputs, args, kwargs):
    """Placements of the results, and of the operands, of what has no rule; None where they are not known."""
    x, same = inputs[0], [y._placements for y in inputs]
    if name == "squeeze":
        return _squeezed(x, args)
    if name == "view_as_real" and x._array.shape[-1] % math.prod(x._mesh.shape):
        return None
    if name in ("repeat", "view_as_real", "scaled_dot_product_attention"):
        return member("torch.distributed._further", name)(inputs, args, kwargs)
    if name == "scaled_dot_product_attention" and _is_flash_of_past(inputs, args):
        return refuse_unregistered(name, args)
    if name == "convolution" and x._mesh.ndim == 1:
        p = x._placements[0]
        plain = p in (Replicate(), Shard(0)) and all(y._placements[0].is_replicate() for y in inputs[1:])
        return ([(p,)], same) if plain else None
    return None
