"""Which placements an operation on DTensors takes and gives. torch 2.9: torch/distributed/tensor/_ops, _collective_utils.py."""
from prelude.torch.distributed.placements import Partial, Replicate, Shard, _StridedShard

MODULE = "torch.distributed._strategies"

_host_share = 0.22
_bandwidth = 87.7


def _latency(mesh):
    """Of a hop, and the part of the bandwidth: a mesh of CPUs has one device a host."""
    return (2.7, _bandwidth * _host_share) if len(mesh._ranks) > 1 else (0.6, _bandwidth)


def _gather_cost(gigabytes, ways, mesh, hops):
    latency, bandwidth = _latency(mesh)
    return 6.6 + hops * latency + gigabytes * hops / ways / bandwidth * 1e6


def step_cost(mesh, i, old, new, gigabytes):
    """Of one step along a mesh dimension, and how large the part of a rank is after it."""
    ways = mesh.size(i)
    if framework[1] >= (2, 15) and isinstance(old, _StridedShard):
        return 0.0, gigabytes / ways if type(new) is Shard else gigabytes  # torch does not weigh what leaves strides
    if framework[1] >= (2, 15) and isinstance(new, _StridedShard) and not old.is_replicate():
        return step_cost(mesh, i, old, _R, gigabytes)
    if old.is_shard() and new.is_replicate():
        gigabytes *= ways
        return _gather_cost(gigabytes, ways, mesh, ways - 1), gigabytes
    if old.is_shard() and new.is_shard():
        return _gather_cost(gigabytes, ways, mesh, ways - 1) + 1.0, gigabytes
    if old.is_partial() and new.is_replicate():
        return _gather_cost(gigabytes, ways, mesh, 2 * (ways - 1)), gigabytes
    if old.is_partial() and new.is_shard():
        return _gather_cost(gigabytes, ways, mesh, ways - 1), gigabytes / ways
    if old.is_replicate() and new.is_shard() and framework[1] >= (2, 15):
        return 0.0, gigabytes / ways
    return (math.inf if old.is_shard() and new.is_partial() else 0.0), gigabytes


def move_cost(x, target):
    """What torch thinks that bringing a DTensor to other placements costs."""
    mesh, current = x._mesh, x._placements
    if all(p.is_replicate() for p in current):
        return 0.0
    parts = math.prod([mesh.size(i) for i, p in enumerate(current) if p.is_shard()])
    gigabytes = math.prod(x._array.shape) * x.dtype.itemsize / parts / 1024 / 1024 / 1024
    total = 0.0
    for i in range(mesh.ndim):
        if current[i] != target[i]:
            cost, gigabytes = step_cost(mesh, i, current[i], target[i], gigabytes)
            total += cost
    return total


def _is_shardable(x, target):
    ways = [1] * x.ndim
    for i, p in enumerate(target):
        if p.is_shard():
            if p.dim >= x.ndim:
                return False
            ways[p.dim] *= x._mesh.size(i)
    return all(w == 1 or x._array.shape[d] >= w for d, w in enumerate(ways))


def cheapest(rows, operands):
    """Of rows for one mesh dimension, of the result and each operand, the cheapest for all of them."""
    ndim = operands[0]._mesh.ndim
    choices = [[]]
    for _ in range(ndim):
        choices = [c + [row] for c in choices for row in rows]
    best, least = None, math.inf
    for choice in choices:
        targets = [tuple([row[k + 1] for row in choice]) for k in range(len(operands))]
        if not all(_is_shardable(x, t) for x, t in zip(operands[-2:], targets[-2:])):
            continue
        cost = sum([move_cost(x, t) for x, t in zip(operands, targets)])
        if best is None or cost < least:
            best, least = (tuple([row[0] for row in choice]), targets), cost
    return best


_R = Replicate()
_P = Partial("sum")
_S0 = Shard(0)
_S1 = Shard(1)
_S2 = Shard(2)

mm_rows = [(_R, _R, _R), (_P, _S1, _S0), (_S0, _S0, _R), (_S1, _R, _S1)]
bmm_rows = [(_R, _R, _R), (_S0, _S0, _S0), (_P, _S2, _S1), (_S1, _S1, _R), (_S2, _R, _S2)]


def addmm_rows(bias):
    """Those of mm with what is added: it is cut as the result is."""
    made = []
    for out, a, b in mm_rows:
        made.append((out, broadcast_placements((out,), bias._array.shape, 2)[0], a, b))
    return made


def embedding_rows(indices):
    rows = [(_R, _R, _R), (Shard(indices.ndim), _S1, _R), (_P, _S0, _P)]
    return rows + [(Shard(d), _R, Shard(d)) for d in range(indices.ndim)]


def broadcast_placements(placements, shape, ndim):
    """Those of an operand of this shape where the result, of rank ndim, has these."""
    made = []
    for p in placements:
        if p.is_shard():
            d = p.dim - (ndim - len(shape))
            p = Shard(d) if d >= 0 and shape[d] > 1 else _R
        made.append(p)
    return tuple(made)


linearity = {"add": 1, "_to_copy": 0, "mul": 2}


def pointwise(name, shape, operands, inplace):
    """Placements of the result and of each operand: those of the one that is cut most are followed."""
    followed = operands[0]
    most = -1
    for x in operands:
        ways = math.prod([x._mesh.size(i) for i, p in enumerate(x._placements) if p.is_shard()])
        if not inplace and (ways > most or (ways == most and x.ndim > followed.ndim)):
            followed, most = x, ways
    kind = linearity.get(name, -1)
    if len(operands) == 1 and name in ("mul", "add"):
        kind = 1 if name == "add" else 0
    out = []
    for p in followed._placements:
        if p.is_shard():
            p = Shard(p.dim + len(shape) - followed.ndim)
        elif p.is_partial() and not (kind >= 0 and p.reduce_op in ("sum", "avg")):
            p = _R
        out.append(p)
    targets = []
    for x in operands:
        target = broadcast_placements(out, x._array.shape, len(shape))
        if kind == 2 and x is not followed:
            target = tuple([_R if p.is_partial() else p for p in target])
        targets.append(target)
    return tuple(out), targets


def reduced(placements, dims, ndim, keepdim, op):
    """Placements once these dimensions are reduced."""
    made = []
    for p in placements:
        if p.is_shard() and p.dim in dims:
            p = Partial(op)
        elif p.is_shard() and not keepdim:
            p = Shard(p.dim - len([d for d in dims if d < p.dim]))
        made.append(p)
    return tuple(made)


def replicated(placements, dims):
    """Nothing partial, and these dimensions whole."""
    return tuple([_R if p.is_partial() or (p.is_shard() and p.dim in dims) else p for p in placements])


def unsharded(placements, d):
    """This dimension whole."""
    return tuple([_R if p.is_shard() and p.dim == d else p for p in placements])


def view_groups(old, new):
    """Pairs of dimensions of two shapes whose products are equal, from the left; one of size 1 is a group of its own where
    the other shape has none in its place. torch: _view_ops.py view_groups."""
    groups, i, j = [], 0, 0
    while i < len(old) or j < len(new):
        a = old[i] if i < len(old) else 1
        b = new[j] if j < len(new) else 1
        before = [i] if i < len(old) and (a == 1 or b != 1) else []
        behind = [j] if j < len(new) and (b == 1 or a != 1) else []
        if a == 1 or b == 1:
            a = b = 1
        i, j = i + len(before), j + len(behind)
        while a != b:
            if a < b:
                before.append(i)
                a, i = a * old[i], i + 1
            else:
                behind.append(j)
                b, j = b * new[j], j + 1
        groups.append((before, behind))
    return groups


def _cuts(x, d):
    """The sizes of the mesh dimensions that cut this dimension."""
    return [x._mesh.size(i) for i, p in enumerate(x._placements) if p.is_shard() and p.dim == d]


def _flattens(x, dims):
    """Whether these dimensions can become one where they lie: only the first may be cut, evenly."""
    first, size = _cuts(x, dims[0]), x._array.shape[dims[0]]
    return not any(_cuts(x, d) for d in dims[1:]) and not (first and size % first[0])


def _carried(x, shape, before, behind):
    """What this group does with a dimension: where it goes, and what its new size must be a multiple of to stay cut, or 0;
    None where torch refuses it."""
    if len(before) > 1 and not _flattens(x, before):
        return None
    if len(behind) == 1:
        return behind[0], 0
    parts = [d for d in behind if shape[d] != 1]
    if not parts:
        return -1, 0
    cuts, size = _cuts(x, before[0]), shape[parts[0]]
    if cuts and size % cuts[0]:
        return None
    return parts[0], size if len(before) == 1 or len(parts) == 1 else 0


def viewed(x, shape):
    """Placements of a view, or None where torch refuses it: it asks only the first mesh dimension that cuts a dimension, and
    makes whole what the others cut and cannot. torch 2.9: _view_ops.py propagate_shape_and_sharding."""
    made = list(x._placements)
    for before, behind in view_groups(x._array.shape, shape):
        to, size = -1, 0
        if before and behind:
            carried = _carried(x, shape, before, behind)
            if carried is None:
                return None
            to, size = carried
        for i, p in enumerate(x._placements):
            if not p.is_shard() or p.dim not in before:
                continue
            if to < 0 or p.dim != before[0] or size % x._mesh.size(i):
                made[i] = _R
            else:
                made[i] = _StridedShard(to, split_factor=p.split_factor) if isinstance(p, _StridedShard) else Shard(to)
    return tuple(made)
