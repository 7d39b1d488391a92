"""Which placements an operation on DTensors takes and gives. torch 2.9: torch/distributed/tensor/_ops, _collective_utils.py."""
from prelude.torch.distributed.placements import Partial, Replicate, Shard

MODULE = "torch.distributed._strategies"

_host_share = 0.22
_bandwidth = 87.7


def _latency(mesh):
    """Of a hop, and the part of the bandwidth: a mesh of CPUs has one device a host."""
    return (2.7, _bandwidth * _host_share) if len(mesh._ranks) > 1 else (0.6, _bandwidth)


def _gather_cost(gigabytes, ways, mesh, hops):
    latency, bandwidth = _latency(mesh)
    return 6.6 + hops * latency + gigabytes * hops / ways / bandwidth * 1e6


def move_cost(x, target):
    """What torch thinks that bringing a DTensor to other placements costs."""
    mesh, current = x._mesh, x._placements
    if all(p.is_replicate() for p in current):
        return 0.0
    parts = math.prod([mesh.size(i) for i, p in enumerate(current) if p.is_shard()])
    gigabytes = math.prod(x._array.shape) * x.dtype.itemsize / parts / 1024 / 1024 / 1024
    cost = 0.0
    for i in range(mesh.ndim):
        old, new, ways = current[i], target[i], mesh.size(i)
        if old == new:
            continue
        if old.is_shard() and new.is_replicate():
            gigabytes *= ways
            cost += _gather_cost(gigabytes, ways, mesh, ways - 1)
        elif old.is_shard() and new.is_shard():
            cost += _gather_cost(gigabytes, ways, mesh, ways - 1) + 1.0
        elif old.is_partial() and new.is_replicate():
            cost += _gather_cost(gigabytes, ways, mesh, 2 * (ways - 1))
        elif old.is_partial() and new.is_shard():
            cost += _gather_cost(gigabytes, ways, mesh, ways - 1)
            gigabytes /= ways
        elif old.is_shard() and new.is_partial():
            return math.inf
    return cost


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
    if len(operands) == 1 and name in ("mul", "div", "add"):
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
    """Pairs of dimensions of two shapes whose products are equal, from the left."""
    groups, i, j = [], 0, 0
    while i < len(old) or j < len(new):
        before, behind = [], []
        a = b = 1
        if i < len(old):
            before.append(i)
            a, i = old[i], i + 1
        if j < len(new):
            behind.append(j)
            b, j = new[j], j + 1
        while a != b:
            if a < b:
                before.append(i)
                a, i = a * old[i], i + 1
            else:
                behind.append(j)
                b, j = b * new[j], j + 1
        groups.append((before, behind))
    return groups


def viewed(x, shape):
    """Placements of a view, or None where torch refuses it."""
    made = []
    groups = view_groups(x._array.shape, shape)
    for i, p in enumerate(x._placements):
        if not p.is_shard():
            made.append(p)
            continue
        for before, behind in groups:
            if p.dim not in before:
                continue
            large = [d for d in before if x._array.shape[d] != 1]
            if len(large) > 1 and (p.dim != large[0] or x._array.shape[p.dim] % x._mesh.size(i)):
                return None
            targets = [d for d in behind if shape[d] != 1] or behind
            if not targets or x._array.shape[p.dim] == 1:
                return None
            if len(targets) > 1 and shape[targets[0]] % x._mesh.size(i):
                return None
            made.append(Shard(targets[0]))
    return tuple(made)
