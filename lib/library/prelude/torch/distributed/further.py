"""More operations of aten, as torch 2.9 places them: what goes along a dimension, joins, parts, chosen
elements. torch 2.9: torch/distributed/tensor/_ops/_math_ops.py, _tensor_ops.py. Each function gives the
placements of the results and those that the operands are brought to; None where they are not known."""
from prelude.torch.distributed.placements import Partial, Replicate, Shard, _local_shape
from prelude.torch.distributed.strategies import cheapest, move_cost

MODULE = "torch.distributed._further"


class _NormPartial(Partial):
    """Of a norm over a dimension that is sharded."""

    def __eq__(self, other):
        return isinstance(other, _NormPartial) and self.reduce_op == other.reduce_op

    def __hash__(self):
        return 2 + hash(self.reduce_op)


def _dims(dim, rank):
    """All for None, and as torch's strategies count negative ones."""
    if dim is None:
        return list(range(rank))
    given = list(dim) if isinstance(dim, (list, tuple)) else [dim]
    return [d + rank if d < 0 else d for d in given]


def _reduced(x, dims, keepdim, made, linear=True):
    wanted = x._placements
    if not linear:
        wanted = without(wanted, dims)
    out = []
    for p in wanted:
        if not isinstance(p, Shard):
            out.append(p)
        elif p.dim in dims:
            out.append(made())
        else:
            out.append(Shard(p.dim if keepdim else p.dim - len([d for d in dims if d < p.dim])))
    return [tuple(out)], [wanted]


def without(placements, dims):
    """Neither partial nor sharded along these dimensions."""
    return tuple(
        [Replicate() if isinstance(p, Partial) or (isinstance(p, Shard) and p.dim in dims) else p for p in placements]
    )


def _extreme(op):
    def strategy(inputs, args, kwargs):
        return _reduced(inputs[0], _dims(args[1], inputs[0]._array.ndim), bool(kwargs.get("keepdim")), lambda: Partial(op))

    return strategy


max = _extreme("max")
min = _extreme("min")
all = lambda inputs, args, kwargs: _extreme("sum")(inputs, (args[0], None) if len(args) < 2 else args, kwargs)
any = all


def var(inputs, args, kwargs):
    x = inputs[0]
    dims = _dims(args[1] if len(args) > 1 else None, x._array.ndim)
    return _reduced(x, dims, bool(kwargs.get("keepdim")), Partial, False)


def linalg_vector_norm(inputs, args, kwargs):
    x = inputs[0]
    order = args[1] if len(args) > 1 else 2
    op = "max" if order == math.inf else "min" if order == -math.inf else "sum"
    dims = _dims(args[2] if len(args) > 2 else None, x._array.ndim)
    return _reduced(x, dims, bool(kwargs.get("keepdim")), lambda: _NormPartial(op))


def cumsum(inputs, args, kwargs):
    x = inputs[0]
    return _reduced(x, [args[1]], True, Partial, False) if args[1] >= 0 else None


def _chosen(rows, inputs):
    out, wanted = cheapest(rows, inputs)
    return [tuple(out)], [tuple(q) for q in wanted]


def _sorted(dim, inputs):
    rank = inputs[0]._array.ndim
    dim = dim + rank if dim < 0 else dim
    rows = [[Replicate()] * 2] + [[Shard(d)] * 2 for d in range(rank) if d != dim]
    return _chosen(rows, inputs)


def sort(inputs, args, kwargs):
    return _sorted(args[1] if len(args) > 1 else -1, inputs)


def topk(inputs, args, kwargs):
    return _sorted(args[2] if len(args) > 2 else -1, inputs)


def _everywhere(inputs, args, kwargs):
    whole = tuple([Replicate() for _ in inputs[0]._placements])
    return [whole], [whole for _ in inputs]


tril = _everywhere
triu = _everywhere
diag = _everywhere
diagonal = _everywhere


def constant_pad_nd(inputs, args, kwargs):
    """torch 2.9 has one placement for it, whatever the mesh, and looks for one of each dimension where something is sharded."""
    x = inputs[0]
    cut = [i for i, p in enumerate(x._placements) if isinstance(p, Shard) and x._mesh.size(i) > 1]
    if x._mesh.ndim > 1 and cut:
        raise IndexError("list index out of range")
    return _everywhere(inputs, args, kwargs)


def _from(placements, start):
    return tuple(
        [Replicate() if isinstance(p, Partial) or (isinstance(p, Shard) and p.dim >= start) else p for p in placements]
    )


def nll_loss(inputs, args, kwargs):
    x, target = inputs[0], inputs[1]
    channel = 1 if x._array.ndim >= 2 else 0
    first = without(x._placements, [channel])
    second = tuple([Shard(p.dim - 1) if isinstance(p, Shard) and p.dim >= channel else p for p in first])
    wanted = [first, second] + [_from(y._placements, 0) for y in inputs[2:]]
    reduction = args[3] if len(args) > 3 else "mean"
    if reduction == "none":
        return [second], wanted
    shape, sizes = target._array.shape, x._mesh.shape
    for d in range(len(shape)):
        parts = 1
        for p, n in zip(second, sizes):
            parts *= n if isinstance(p, Shard) and p.dim == d else 1
        if reduction == "mean" and shape[d] % parts:
            raise ValueError("The intermediate results of nll_loss cannot be evenly sharded, resulting in biased mean result.")
    op = "avg" if reduction == "mean" else "sum"
    return [tuple([Partial(op) if isinstance(p, Shard) else p for p in second])], wanted


def _unsharded(placements, dim):
    return tuple([Replicate() if isinstance(p, Shard) and p.dim == dim else p for p in placements])


def _split(inputs, args, kwargs):
    x = inputs[0]
    dim = args[2] if len(args) > 2 else 0
    q = _unsharded(x._placements, dim % (x._array.ndim or 1))
    return [q], [q]


split = _split
split_with_sizes = _split
chunk = _split


def cat(inputs, args, kwargs):
    rank = inputs[0]._array.ndim
    dim = args[1] if len(args) > 1 else 0
    dim = dim + rank if dim < 0 else dim
    best, chosen, seen = None, None, []
    for x in inputs:
        q = _unsharded(x._placements, dim)
        if q in seen:
            continue
        seen.append(q)
        cost = 0.0
        for y in inputs:
            cost += move_cost(y, q)
        if best is None or cost < best:
            best, chosen = cost, q
    return [chosen], [chosen for _ in inputs]


def _merged(p, q):
    if p == q:
        return p
    if isinstance(p, Partial):
        return q if isinstance(q, Shard) else Replicate() if isinstance(q, Partial) else p
    if isinstance(p, Shard):
        return Replicate() if isinstance(q, Shard) else p
    return q


def stack(inputs, args, kwargs):
    rank = inputs[0]._array.ndim
    dim = args[1] if len(args) > 1 else 0
    if dim < 0:
        return None
    found = list(inputs[0]._placements)
    for x in inputs[1:]:
        found = [_merged(p, q) for p, q in zip(found, x._placements)]
    out = tuple([Shard(p.dim + 1) if isinstance(p, Shard) and p.dim >= dim else p for p in found])
    return [out], [tuple(found) for _ in inputs]


def gather(inputs, args, kwargs):
    x, index = inputs[0], inputs[1]
    rank = x._array.ndim
    dim = args[1] % (rank or 1)
    rows = [[Replicate()] * 3]
    if dim < index._array.ndim and index._array.shape[dim] == 1:
        return None
    rows.append([Shard(dim), Replicate(), Shard(dim)])
    if rank == index._array.ndim:
        rows += [[Shard(d)] * 3 for d in range(rank) if d != dim]
    return _chosen(rows, inputs)


def scatter(inputs, args, kwargs):
    whole = tuple([Replicate() for _ in inputs[0]._placements])
    return [whole], [whole for _ in inputs]


def scatter_add(inputs, args, kwargs):
    x, index = inputs[0], inputs[1]
    rank = x._array.ndim
    dim = args[1] % (rank or 1)
    rows = [[Replicate()] * 4]
    if rank == index._array.ndim:
        for d in range(rank):
            if d != dim and x._array.shape[d] == index._array.shape[d]:
                rows.append([Shard(d)] * 4)
    outs, wanted = _chosen(rows, inputs)
    for old, new in zip(index._placements, wanted[1]):
        if isinstance(old, Shard) and old != new:
            return None
    return outs, wanted


def _indexed(x, index, dim):
    """Rows chosen along one dimension."""
    wanted = tuple([Replicate() if isinstance(p, Partial) else p for p in index._placements])
    cut = [p.dim for p in wanted if isinstance(p, Shard)]
    if len(set(cut)) < len(cut):
        return "refused"
    values = []
    for p, q in zip(x._placements, wanted):
        clash = isinstance(p, Shard) and (p.dim == dim or isinstance(q, Shard))
        values.append(Replicate() if clash else p)
    out = []
    for p, q in zip(values, wanted):
        if isinstance(p, Shard):
            out.append(Shard(p.dim if p.dim < dim else p.dim + index._array.ndim - 1))
        else:
            out.append(Shard(q.dim + dim) if isinstance(q, Shard) else p)
    return [tuple(out)], [tuple(values), wanted]


def index_select(inputs, args, kwargs):
    return _indexed(inputs[0], inputs[1], args[1])


def index(inputs, args, kwargs):
    given = [i for i, x in enumerate(args[1]) if x is not None]
    if len(given) != 1 or len(inputs) != 2 or inputs[1].dtype.kind != 1:
        return None
    return _indexed(inputs[0], inputs[1], given[0])


def _alike(placements, offset, values):
    """Those of what is written to and of the values, where the one follows the other."""
    first, second = [], []
    for p in placements:
        cut = isinstance(p, Shard) and (values or p.dim >= offset)
        first.append(Shard(p.dim + offset if values else p.dim) if cut else Replicate())
        second.append(Shard(p.dim if values else p.dim - offset) if cut else Replicate())
    return tuple(first), tuple(second)


def index_put(inputs, args, kwargs):
    x, values = inputs[0], inputs[-1]
    if len(inputs) != 3 or inputs[1]._array.ndim != 1 or args[1][0] is None or inputs[1].dtype.kind != 1:
        return None
    offset = x._array.ndim - values._array.ndim
    whole = tuple([Replicate() for _ in x._placements])
    best, least = None, math.inf
    for placements, of_values in ((x._placements, False), (values._placements, True)):
        first, second = _alike(placements, offset, of_values)
        cost = move_cost(x, first) + move_cost(inputs[1], whole) + move_cost(values, second)
        if best is None or cost < least:
            best, least = (first, second), cost
    first, second = best
    if values._array.ndim == x._array.ndim:
        held = _local_shape(tuple(values._array.shape), x._mesh, second)
        count = inputs[1]._array.shape[0]
        if held[0] not in (1, count):
            rest = list(_local_shape(tuple(x._array.shape), x._mesh, first))[1:]
            raise RuntimeError(
                f"shape mismatch: value tensor of shape {list(held)} cannot be broadcast to indexing result of shape {[count] + rest}"
            )
    return [first], [first, whole, second]


def repeat(inputs, args, kwargs):
    x, times = inputs[0], args[1]
    pad = len(times) - x._array.ndim
    wanted = x._placements
    for d, n in enumerate(times[pad:]):
        if n != 1:
            wanted = _unsharded(wanted, d)
    return [tuple([Shard(p.dim + pad) if isinstance(p, Shard) else p for p in wanted])], [wanted]


def dot(inputs, args, kwargs):
    return _chosen([[Replicate()] * 3, [Partial(), Shard(0), Shard(0)]], inputs)


def squeeze(inputs, args, kwargs):
    x = inputs[0]
    shape = x._array.shape
    dim = args[1] if len(args) > 1 else None
    if isinstance(dim, (list, tuple)):
        return None
    kept = [d for d, n in enumerate(shape) if n > 1 or (dim is not None and d != (dim + len(shape) if dim < 0 else dim))]
    wanted = tuple([Replicate() if isinstance(p, Shard) and p.dim not in kept else p for p in x._placements])
    return [tuple([Shard(kept.index(p.dim)) if isinstance(p, Shard) else p for p in wanted])], [wanted]


def view_as_complex(inputs, args, kwargs):
    """The pairs become one dimension with the one before them, which stays cut where that is even. torch 2.9: _view_ops.py."""
    x = inputs[0]
    last = x._array.ndim - 1
    cuts = [x._mesh.size(i) for i, p in enumerate(x._placements) if p.is_shard(last - 1)]
    whole = (last, last - 1) if cuts and x._array.shape[last - 1] % cuts[0] else (last,)
    wanted = tuple([Replicate() if isinstance(p, Shard) and p.dim in whole else p for p in x._placements])
    return [wanted], [wanted]


def view_as_real(inputs, args, kwargs):
    """The last dimension is split in itself and two. torch: _view_ops.py dim_view_as_real."""
    x = inputs[0]
    last, n = x._array.ndim - 1, x._array.shape[-1]
    wanted = tuple([Replicate() if p.is_shard(last) and n % x._mesh.size(i) else p for i, p in enumerate(x._placements)])
    return [wanted], [wanted]
