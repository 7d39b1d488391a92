"""Rules of operations that join, part and choose, for one mesh dimension, from torch 2.15 on. torch 2.15:
torch/distributed/tensor/_ops/_tensor_ops.py."""
from prelude.torch.distributed.choosing import Rule
from prelude.torch.distributed.placements import Partial, Replicate, Shard

MODULE = "torch.distributed._rules"

_R = Replicate()
_passing = [Partial(op) for op in ("sum", "avg", "min", "max")]


def _dim(x, args, at, default=0):
    return (args[at] if len(args) > at else default) % (x._array.ndim or 1)


def _passed(count):
    """Of so many tensors, all partial alike."""
    return [(p,) * (1 + count) for p in _passing]


def _shards(x, dims, gone=()):
    """What stays where it is, but for dimensions that are gone."""
    kept = [d for d in range(x._array.ndim) if d not in dims]
    return [(Shard(d - len([e for e in gone if e < d])), Shard(d)) for d in kept]


def rule_select(inputs, args, kwargs, shape):
    d = _dim(inputs[0], args, 1)
    return Rule(_shards(inputs[0], [d], [d]) + _passed(1), uneven=True)


def rule_slice(inputs, args, kwargs, shape):
    d = _dim(inputs[0], args, 1)
    whole = shape[d] == inputs[0]._array.shape[d]
    return Rule(_shards(inputs[0], [] if whole else [d]) + _passed(1), uneven=True)


def _parted(inputs, args, kwargs, shape):
    return Rule(_shards(inputs[0], [_dim(inputs[0], args, 2)]) + _passed(1))


rule_chunk = _parted
rule_split = rule_chunk
rule_split_with_sizes = rule_chunk


def rule_unbind(inputs, args, kwargs, shape):
    x = inputs[0]
    d = _dim(x, args, 1)
    if any(p.is_shard(d) for p in x._placements):
        raise RuntimeError(
            f"Attempted to unbind along the sharded dimension {d}. Please redistribute the input explicitly before unbinding."
        )
    same = lambda operands, targets: targets[0] == x._placements
    return Rule(_shards(x, [d], [d]) + _passed(1), uneven=True, keeps=same)


def rule_cat(inputs, args, kwargs, shape):
    if any(x._array.shape == (0,) for x in inputs):
        return None
    d = _dim(inputs[0], args, 1)
    return Rule([(Shard(i),) * (1 + len(inputs)) for i in range(inputs[0]._array.ndim) if i != d] + _passed(len(inputs)))


def rule_index_select(inputs, args, kwargs, shape):
    d = _dim(inputs[0], args, 1)
    rows = [(*row, _R) for row in _shards(inputs[0], [d])]
    return Rule(rows + [(Shard(d), _R, Shard(0))] + [(p, p, _R) for p in _passing])


def _first(dims):
    """Where the dimensions of indices go: where the indexed ones were, if these stand together."""
    return dims[0] if all(b - a == 1 for a, b in zip(dims, dims[1:])) else 0


def rule_index(inputs, args, kwargs, shape):
    x, indices = inputs[0], inputs[1:]
    if any(i.dtype.kind != 1 for i in indices):
        return None
    dims = [d for d, i in enumerate(args[1]) if i is not None]
    ndim, first, rows = max([i._array.ndim for i in indices]), _first(dims), []
    for d in range(x._array.ndim):
        if d not in dims:
            to = d if d < first else d + ndim - len([e for e in dims if e < d])
            rows.append((Shard(to), Shard(d)) + (_R,) * len(indices))
    for d in range(ndim):
        at = [d - ndim + i._array.ndim for i in indices]
        cut = [Shard(e) if e >= 0 and i._array.shape[e] > 1 else _R for e, i in zip(at, indices)]
        if any(p.is_shard() for p in cut):
            rows.append((Shard(d + first), _R, *cut))
    return Rule(rows + [(p, p) + (_R,) * len(indices) for p in _passing[:2]])


def rule_index_put(inputs, args, kwargs, shape):
    x, values = inputs[0], inputs[-1]
    indices = [i for i in args[1] if i is not None]
    if any(i.dtype.kind != 1 for i in indices):
        return None
    dims = [d for d, i in enumerate(args[1]) if i is not None]
    ndim = max([i._array.ndim for i in indices])
    rest = [d for d in range(x._array.ndim) if d not in dims]
    together = len(dims) <= 1 or dims[-1] - dims[0] + 1 == len(dims)
    rows = []
    for i, d in enumerate(rest):
        at = ndim + i if not together else d if d < dims[0] else d - len(dims) + ndim
        at -= ndim + len(rest) - values._array.ndim
        value = Shard(at) if at >= 0 and values._array.shape[at] != 1 else _R
        rows.append((Shard(d), Shard(d)) + (_R,) * len(indices) + (value,))
    p = _passing[0]
    return Rule([*rows, (p, p) + (_R,) * len(indices) + (p,)])


def rule_gather(inputs, args, kwargs, shape):
    x, index = inputs
    d = _dim(x, args, 1)
    rows = []
    if d < index._array.ndim and x._array.ndim:
        mask = Partial("mask")
        rows += [(mask, Shard(d), mask)] if index._array.shape[d] == 1 else []
        rows.append((Shard(d), _R, Shard(d)))
    if x._array.ndim == index._array.ndim:
        rows += [(Shard(i),) * 3 for i in range(x._array.ndim) if i != d]
    return Rule(rows)


def _scattered(inputs, args, kwargs, shape):
    x, index = inputs[0]._array.shape, inputs[1]._array.shape
    d = _dim(inputs[0], args, 1)
    rows = []
    for i in range(len(x) if len(x) == len(index) else 0):
        if i != d and all(y._array.ndim == len(x) and y._array.shape[i] == x[i] for y in inputs):
            rows.append((Shard(i),) * (1 + len(inputs)))
    return Rule(rows)


rule_scatter = _scattered


def rule_scatter_add(inputs, args, kwargs, shape):
    return _scattered(inputs[:2], args, kwargs, shape) if len(inputs) < 3 else _added(inputs, args)


def _added(inputs, args):
    x, index = inputs[0]._array.shape, inputs[1]._array.shape
    d = _dim(inputs[0], args, 1)
    same = [i for i in range(len(x) if len(x) == len(index) else 0) if i != d and x[i] == index[i]]
    return Rule([(Shard(i),) * 4 for i in same])


def _turned(at):
    def rule(inputs, args, kwargs, shape):
        x = inputs[0]
        given = args[at] if len(args) > at and args[at] not in (None, (), []) else range(x._array.ndim)
        dims = [d % x._array.ndim for d in (given if hasattr(given, "__iter__") else [given])]
        return Rule(_shards(x, dims) + _passed(1))

    return rule


rule_flip = _turned(1)
rule_roll = _turned(2)


def _whole(inputs, args, kwargs, shape):
    return Rule([])


rule_diagonal = _whole
rule_tril = rule_diagonal
rule_triu = rule_diagonal
rule_diag = rule_diagonal


def rule_constant_pad_nd(inputs, args, kwargs, shape):
    x, pad = inputs[0], args[1]
    padded = [x._array.ndim - 1 - i for i in range(len(pad) // 2) if pad[2 * i] or pad[2 * i + 1]]
    value = args[2] if len(args) > 2 else 0
    return Rule(_shards(x, padded) + [(p, p) for p in _passing if not padded or not value or p.reduce_op != "sum"])


def rule_view_as_complex(inputs, args, kwargs, shape):
    """What cuts the pairs is made whole, and so is a largest or a smallest."""
    return Rule([(Shard(d), Shard(d)) for d in range(len(shape))] + [(p, p) for p in (Partial("sum"), Partial("avg"))])
