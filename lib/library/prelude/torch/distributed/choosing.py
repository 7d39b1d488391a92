"""How torch 2.15 chooses where an operation on DTensors is done: of rules for one mesh dimension every combination over all of
them is weighed by what it costs to bring the operands there. torch 2.15: torch/distributed/tensor/_ops/utils.py
expand_to_full_mesh_op_strategy, _sharding_prop.py _select_min_cost_strategy, _collective_utils.py."""
from prelude.torch.distributed.placements import Partial, Replicate, Shard, _StridedShard
from prelude.torch.distributed.planning import bring, steps
from prelude.torch.distributed.strategies import step_cost

MODULE = "torch.distributed._choosing"

_most = 20000


class Rule:
    """Rows of placements, of every result and then of each operand; a shard is of whichever kind the operands have, unless the
    rows are `literal`. `uneven`: shards that ranks have nothing of are taken as they are. `keeps` says of targets whether torch
    takes them."""

    def __init__(self, rows, uneven=False, literal=False, keeps=None):
        whole = [row for row in rows if all(p.is_replicate() for p in row)]
        self.rows, self.uneven, self.literal, self.keeps = rows, uneven, literal, keeps
        self.has_whole = bool(whole)


def _kinds(operands):
    """None for plain shards, and the factors of strided ones."""
    found = []
    for x in operands:
        for p in x._placements:
            kind = p.split_factor if isinstance(p, _StridedShard) else None
            if p.is_shard() and kind not in found:
                found.append(kind)
    return found


def _of_kind(row, kind):
    if kind is None:
        return row
    return tuple([_StridedShard(p.dim, split_factor=kind) if p.is_shard() else p for p in row])


def _rows(rule, operands):
    rows = rule.rows if rule.has_whole else [(Replicate(),) * (1 + len(operands)), *rule.rows]
    if rule.literal:
        return rows
    kinds, made = _kinds(operands), []
    for row in rows:
        made += [_of_kind(row, kind) for kind in kinds] if any(p.is_shard() for p in row) else [row]
    return made


def _can_become(old, new):
    return old == new or not (new.is_partial() and not old.is_replicate())


def _ways(rows, operands, i, test):
    """The rows for this mesh dimension that pass for all operands."""
    return [row for row in rows if all(test(x._placements[i], p) for x, p in zip(operands, row[1:]))]


def _combined(ways):
    made = [[]]
    for rows in ways:
        made = [[*combination, row] for combination in made for row in rows]
    return made


def _mixes(placements):
    """Whether these wait for reductions that do not commute."""
    kinds = {(type(p).__name__, p.reduce_op) for p in placements if p.is_partial()}
    return len(kinds) > 1 and kinds != {("Partial", "sum"), ("Partial", "avg")}


def _is_shardable(x, target):
    ways = [1] * x._array.ndim
    for i, p in enumerate(target):
        if p.is_shard():
            if p.dim >= x._array.ndim:
                return False
            ways[p.dim] *= x._mesh.size(i)
            factor = p.split_factor if isinstance(p, _StridedShard) else 1
            if x._array.shape[p.dim] < ways[p.dim] * factor:
                return False
    return True


def _taken(rule, operands, combination, inplace):
    """Placements of the results and of each operand; None where torch does not take them."""
    out = tuple([row[0] for row in combination])
    targets = [tuple([row[k + 1] for row in combination]) for k in range(len(operands))]
    if any(_mixes(placements) for placements in (out, *targets)):
        return None
    first = operands[0]._placements
    if inplace and (targets[0] != first or out != first):
        return None
    for x, target in zip(operands, targets):
        if not _is_shardable(x, target) and not (rule.uneven and target == x._placements):
            return None
    if rule.keeps is not None and not rule.keeps(operands, targets):
        return None
    return out, targets


def _cost(x, target):
    if all(p.is_replicate() for p in x._placements):
        return 0.0
    parts = math.prod([x._mesh.size(i) for i, p in enumerate(x._placements) if p.is_shard()])
    gigabytes = math.prod(x._array.shape) * x.dtype.itemsize / parts / 1024 / 1024 / 1024
    total, moves = 0.0, steps(x, target)
    free = [move for move in moves if isinstance(move[1], _StridedShard)]  # torch finds the cheapest order
    for i, old, new in free + [move for move in moves if not isinstance(move[1], _StridedShard)]:
        cost, gigabytes = step_cost(x._mesh, i, old, new, gigabytes)
        total += cost
    return total


def _weighed(rule, operands, combinations, inplace):
    """The first that costs nothing, else the cheapest; None where torch takes none."""
    best, least, costs = None, math.inf, {}
    for combination in combinations:
        made = _taken(rule, operands, combination, inplace)
        if made is None:
            continue
        cost = 0.0
        for k, target in enumerate(made[1]):
            key = f"{k}{target}"
            if key not in costs:
                costs[key] = _cost(operands[k], target)
            cost += costs[key]
        if cost == 0:
            return made
        if best is None or cost < least:
            best, least = made, cost
    return best


def chosen(rule, operands, inplace=False):
    """Placements of the results and of each operand; None where torch has no way, False where it is not known which it takes."""
    rows, dims = _rows(rule, operands), range(operands[0]._mesh.ndim)
    as_they_are = [_ways(rows, operands, i, lambda p, q: p == q) for i in dims]
    for combination in reversed(_combined(as_they_are)):
        made = _taken(rule, operands, combination, inplace)
        if made is not None:
            return made
    ways = [_ways(rows, operands, i, _can_become) for i in dims]
    if math.prod([len(rows) for rows in ways]) > _most:
        return False
    made = _weighed(rule, operands, _combined(ways), inplace)
    return _dear(rule, rows, operands) if made is None and inplace else made


def _dear(rule, rows, operands):
    """In place, what is never done for its cost: a shard becomes a part of a sum, filled up with zeros."""
    ways = [_ways(rows, operands, i, lambda p, q: _can_become(p, q) or q == Partial()) for i in range(operands[0]._mesh.ndim)]
    for combination in _combined(ways):
        made = _taken(rule, operands, combination, True)
        if made is not None:
            return made
    return None


def settled(rule, operands, inplace=False):
    """As `chosen`, with the operands brought there."""
    made = chosen(rule, operands, inplace)
    if made:
        for x, target in zip(operands, made[1]):
            bring(x, target)
    return made
