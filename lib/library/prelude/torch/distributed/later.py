"""Which placements operations take and give from torch 2.15 on, where these are not those of 2.9: on meshes of
one dimension, where nothing but the operands decides. torch 2.15: torch/distributed/tensor/_ops, as measured.
Each function gives what its namesake for 2.9 gives, or None where it is not known."""
from prelude.torch.distributed.placements import Partial, Replicate, Shard, _StridedShard
from prelude.torch.distributed.strategies import broadcast_placements

MODULE = "torch.distributed._later"

_sums = ("add", "sub")
_scales = ("mul", "div")


def is_followed(operands):
    """Whether the operands are such that it is known what torch does."""
    for x in operands:
        if x._mesh.ndim > 1 or any(p.is_partial() and p.reduce_op != "sum" for p in x._placements):
            return False
        if any(p.is_shard() and x._array.shape[p.dim] < x._mesh.size(0) for p in x._placements):
            return False  # torch keeps no shards that some ranks have nothing of
    return True


def needs_nothing(operands, targets):
    """Whether the operands are brought nowhere, and none is partial."""
    for x, target in zip(operands, targets):
        if tuple(x._placements) != tuple(target):
            return False
        if any(p.is_partial() or isinstance(p, _StridedShard) for p in x._placements):
            return False
    return True


def _refuse_inplace(name, x):
    raise RuntimeError(
        f"aten.{name}_.Tensor: in-place operations that require placement changes are not supported. The input has placement {x._placements}, but no valid strategy preserves this placement. Please use the out-of-place version of this operation instead."
    )


def _cut(shape, operands):
    """The shard of the result, None where no operand is cut; "?" where it depends on what moving costs."""
    found = None
    for x in operands:
        p = x._placements[0]
        if not p.is_shard():
            continue
        d = p.dim + len(shape) - x._array.ndim
        p = _StridedShard(d, split_factor=p.split_factor) if isinstance(p, _StridedShard) else Shard(d)
        if found is None or found == p:
            found = p
        elif operands[0]._array.shape != operands[-1]._array.shape or isinstance(p, _StridedShard) or isinstance(found, _StridedShard):
            return "?"
        elif p.dim < found.dim:
            found = p
    return found


def pointwise(name, shape, operands, inplace):
    if not is_followed(operands):
        return None
    places = [x._placements[0] for x in operands]
    partial = [p.is_partial() for p in places]
    if inplace:
        out = places[0]
        if out.is_partial() and (name not in ("add", "mul") or len(operands) == 1 and name == "add"):
            return None if name != "add" else _refuse_inplace(name, operands[0])
    else:
        out = _cut(shape, operands)
    if out == "?":
        return None
    if any(partial) and out is not None and any(x._array.shape != operands[0]._array.shape for x in operands):
        return None
    if out is None:
        out = Replicate()
        if len(operands) == 1:
            kept = name in _scales or name == "neg"
        elif name in _sums:
            kept = any(partial)
        elif name == "mul":
            kept = any(partial)
        else:
            kept = name == "div" and partial[0]
        if kept and any(partial):
            out = Partial()
    if isinstance(out, _StridedShard):
        targets = [x._placements for x in operands]
        if not all(p == out or p.is_replicate() for p in places):
            return None
    else:
        targets = [broadcast_placements((out,), x._array.shape, len(shape)) for x in operands]
    return (out,), targets


def product(name, operands, out, targets):
    """What mm, addmm and bmm give where 2.9 gives `out`."""
    if not is_followed(operands):
        return None
    a, b = operands[-2]._placements[0], operands[-1]._placements[0]
    if isinstance(a, _StridedShard) or isinstance(b, _StridedShard):
        rows = name == "mm" and isinstance(a, _StridedShard) and a.dim == 0 and b.is_replicate()
        batch = name == "bmm" and a == b and a.dim == 0
        return ((a,), [(a,), (b,)]) if rows or batch else None
    if not (a.is_partial() or b.is_partial()):
        return out, targets
    if name == "bmm" and (a.is_shard() or b.is_shard()):
        return None
    bias = operands[0]._placements[0] if name == "addmm" else None
    if bias is not None and bias.is_shard():
        return None
    return (Partial(),), targets


def reduction(name, x, dims, keepdim, out):
    """What a reduction gives of a tensor of which 2.9 makes `out`."""
    if not is_followed([x]):
        return None
    if x._placements[0].is_partial():
        return (Partial(),) if name == "sum" else (Replicate(),)
    return out


def flattened(p, before, shape, target, ways):
    """A shard of one of several dimensions that become one, behind the first; the last may be uneven."""
    if shape[p.dim] % ways and any(d > p.dim and shape[d] != 1 for d in before):
        raise RuntimeError(
            f"Cannot flatten unevenly sharded tensor: dimension {p.dim} (size {shape[p.dim]}) is not evenly divisible by mesh dimension 0 (size {ways}). Please redistribute the tensor before this operation."
        )
    outer = math.prod([shape[d] for d in before if d < p.dim])
    return Shard(target) if outer == 1 else _StridedShard(target, split_factor=outer)


def _unflattened(p, behind, shape, ways):
    """A shard of a dimension that becomes several; a strided one is of the dimension that its factor leads to."""
    outer = p.split_factor if isinstance(p, _StridedShard) else 1
    for i, d in enumerate(behind):
        if outer == 1:
            if shape[d] == 1 and ways > 1:
                continue
            if shape[d] % ways:
                raise RuntimeError(
                    f"Cannot unflatten unevenly sharded tensor: output dimension {i} (size {shape[d]}) is not evenly divisible by mesh dimension 0 (size {ways}). Please redistribute the tensor before this operation."
                )
            return Shard(d)
        if outer % shape[d]:
            return None
        outer //= shape[d]
    return None


def keeps_cuts(before, behind):
    """Whether plain shards stay shards."""
    return not any(p.is_shard() and (isinstance(p, _StridedShard) or not q.is_shard()) for p, q in zip(before, behind))


def viewed(x, shape):
    """Placements of a view, or None."""
    if not is_followed([x]):
        return None
    p, ways, old = x._placements[0], x._mesh.size(0), x._array.shape
    if not p.is_shard():
        return (p,)
    for before, behind in member("torch.distributed._strategies", "view_groups")(old, shape):
        if p.dim not in before:
            continue
        large = [d for d in before if old[d] != 1]
        if len(large) > 1 and len([d for d in behind if shape[d] != 1]) > 1:
            return None
        if old[p.dim] == 1:
            return None
        if len(large) > 1:
            if isinstance(p, _StridedShard):
                return None
            return (flattened(p, before, old, [d for d in behind if shape[d] != 1][0], ways),)
        made = _unflattened(p, behind, shape, ways)
        return None if made is None else (made,)
    return None


_as_before = ("cat", "stack", "split", "split_with_sizes", "chunk", "topk", "sort", "cumsum", "tril", "triu", "gather", "dot", "repeat", "linalg_vector_norm", "var", "squeeze", "index", "index_select", "max", "min")


def _without(x, dims, kept):
    """These dimensions whole and gone, or kept."""
    p = x._placements[0]
    if not p.is_shard() or p.dim in dims:
        return Replicate()
    return p if kept else Shard(p.dim - len([d for d in dims if d < p.dim]))


def _dims_of(x, dim):
    given = range(x._array.ndim) if dim is None else dim if isinstance(dim, (list, tuple)) else [dim]
    return [d % (x._array.ndim or 1) for d in given]


def _moved(name, x, args):
    dims = _dims_of(x, args[1] if name == "flip" else args[2] if len(args) > 2 else None)
    p = x._placements[0]
    return p if p.is_partial() else _without(x, dims, True)


def _unbound(x, dim):
    p = x._placements[0]
    if p.is_shard() and p.dim == dim:
        raise RuntimeError(
            f"Attempted to unbind along the sharded dimension {dim}. Please redistribute the input explicitly before unbinding."
        )
    return p if p.is_partial() else _without(x, [dim], False)


def further(name, inputs, args, kwargs, strategy):
    """Placements of the results, and of the operands, of what is not elementwise."""
    x = inputs[0]
    if not is_followed(inputs) or any(isinstance(p, _StridedShard) for y in inputs for p in y._placements):
        return None
    same = [y._placements for y in inputs]
    if name in ("flip", "roll"):
        return [(_moved(name, x, args),)], same
    if name == "unbind":
        return [(_unbound(x, _dims_of(x, args[1] if len(args) > 1 else 0)[0]),)], same
    if name == "convolution":
        p = x._placements[0]
        plain = p in (Replicate(), Shard(0)) and all(y._placements[0].is_replicate() for y in inputs[1:])
        return ([(p,)], same) if plain else None
    if name in ("argmax", "argmin", "std", "any", "all"):
        dim = args[1] if len(args) > 1 else None
        return [(_without(x, _dims_of(x, dim), bool(kwargs.get("keepdim", False))),)], same
    if name == "squeeze" and x._placements[0].is_shard() and x._array.shape[x._placements[0].dim] == 1:
        return None
    if name in ("index", "index_select") and inputs[-1]._placements[0].is_shard():
        return None
    if name in ("max", "min") and any(y._placements[0].is_shard() and y._placements[0].dim in _dims_of(y, args[1]) for y in inputs):
        return None
    if name == "stack" and all(type(y._placements[0]).__name__ == "_NormPartial" for y in inputs):
        return [(Replicate(),)], [(Replicate(),) for _ in inputs]
    if name not in _as_before or strategy is None or any(p.is_partial() for y in inputs for p in y._placements):
        return None
    return strategy(inputs, args, kwargs)
