"""How a tensor lies along one dimension of a mesh. torch: torch/distributed/tensor/placement_types.py."""
from prelude.torch.xla.state import raise_first

MODULE = "torch.distributed.tensor.placement_types torch.distributed._tensor.placement_types torch.distributed.tensor torch.distributed._tensor"
PUBLIC = "_StridedShard _placement_of"


class Placement:
    def is_shard(self, dim=None):
        return isinstance(self, Shard) and (dim is None or self.dim == dim)

    def is_replicate(self):
        return isinstance(self, Replicate)

    def is_partial(self, reduce_op=None):
        return isinstance(self, Partial) and (reduce_op is None or self.reduce_op == reduce_op)


class Shard(Placement):
    def __init__(self, dim):
        self.dim = dim

    def __eq__(self, other):
        if isinstance(other, _StridedShard):
            return other == self
        return isinstance(other, Shard) and self.dim == other.dim

    def __hash__(self):
        return hash(self.dim)

    def __repr__(self):
        return f"Shard(dim={self.dim})"

    def _plain(self):
        return ("S", self.dim)

    def __str__(self):
        return f"S({self.dim})"


class _StridedShard(Shard):
    def __init__(self, dim, *, split_factor):
        self.dim, self.split_factor = dim, split_factor

    def __eq__(self, other):
        if isinstance(other, _StridedShard):
            return self.dim == other.dim and self.split_factor == other.split_factor
        return framework[1] < (2, 15) and isinstance(other, Shard) and self.dim == other.dim

    def __hash__(self):
        return hash(self.dim)

    def __repr__(self):
        return f"_StridedShard(dim={self.dim}, sf={self.split_factor})"

    def _plain(self):
        return ("_S", self.dim, self.split_factor)

    def __str__(self):
        return f"_S({self.dim}, {self.split_factor})"


class Replicate(Placement):
    def __eq__(self, other):
        return isinstance(other, Replicate)

    def __hash__(self):
        return -1

    def __repr__(self):
        return "Replicate()"

    def _plain(self):
        return ("R",)

    def __str__(self):
        return "R"


class Partial(Placement):
    def __init__(self, reduce_op="sum"):
        self.reduce_op = reduce_op

    def __eq__(self, other):
        return type(other).__name__ == "Partial" and self.reduce_op == other.reduce_op

    def __hash__(self):
        return 1 + hash(self.reduce_op)

    def __repr__(self):
        return f"Partial({self.reduce_op})"

    def _plain(self):
        return ("P", self.reduce_op)

    def __str__(self):
        return "P" if framework[1] < (2, 15) else f"P({self.reduce_op})"


class _MaskPartial(Partial):
    """Of rows that are looked up in shards of a table: `rows` is the shape of the table, `shape` that of the mask, which is
    there until it is used. torch: _ops/_embedding_ops.py."""

    def __init__(self, rows, shape):
        self.reduce_op, self.rows, self.shape, self.held = "sum", tuple(rows), tuple(shape), {"is": True}

    def __eq__(self, other):
        if self is other:
            return True
        alike = isinstance(other, _MaskPartial) and self.rows == other.rows
        return alike and (framework[1] >= (2, 15) or not (self.held["is"] or other.held["is"]))

    def __hash__(self):
        return 1 + hash(self.reduce_op)

    def __repr__(self):
        first = "" if framework[1] < (2, 15) else "reduce_op=sum, "
        return f"_MaskPartial({first}offset_shape=torch.Size({list(self.rows)}), offset_dim=0)"

    def __str__(self):
        return "MaskP" if framework[1] < (2, 15) else f"MaskP(sum, torch.Size({list(self.rows)}), 0)"


def _plain_of(placements):
    """As the rules of lib/torch take them."""
    return [p._plain() if isinstance(p, Placement) else ("R",) for p in placements]


def _settled(placements, found):
    """The placements as torch leaves them, or its error; `found` is what the rules say."""
    if not is_known(found):
        return found
    raise_first(found[0])
    return [_placement_of(q) if q[0] in ("S", "_S") and p._plain() != q else p for p, q in zip(placements, found[1])]


def _placement_of(parts):
    """What has these parts, as the rules of lib/torch give them."""
    kind = parts[0]
    if kind == "_S":
        return _StridedShard(parts[1], split_factor=parts[2])
    return Replicate() if kind == "R" else Shard(parts[1]) if kind == "S" else Partial(parts[1])


def _local_shape(shape, mesh, placements):
    """What rank 0 holds; None where that is in too many pieces."""
    coordinate = mesh.get_coordinate()
    if coordinate is None:
        return (0,)
    return dtensor_local_shape(shape, mesh.shape, _plain_of(placements), coordinate)


def _is_uneven(shape, mesh, placements):
    """Whether a strided shard leaves parts that are not of one size: torch 2.9 is not of one mind about them."""
    for i, p in enumerate(placements):
        if i < mesh.ndim and isinstance(p, _StridedShard) and shape[p.dim] % (mesh.size(i) * p.split_factor):
            return True
    return False
