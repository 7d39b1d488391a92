"""How a tensor lies along one dimension of a mesh. torch: torch/distributed/tensor/placement_types.py."""
MODULE = "torch.distributed.tensor.placement_types torch.distributed.tensor torch.distributed._tensor"


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
        return isinstance(other, Shard) and self.dim == other.dim

    def __hash__(self):
        return hash(self.dim)

    def __repr__(self):
        return f"Shard(dim={self.dim})"

    def __str__(self):
        return f"S({self.dim})"


class _StridedShard(Shard):
    def __init__(self, dim, *, split_factor):
        self.dim, self.split_factor = dim, split_factor

    def __repr__(self):
        return f"_StridedShard(dim={self.dim}, sf={self.split_factor})"

    def __str__(self):
        return f"_S({self.dim}, {self.split_factor})"


class Replicate(Placement):
    def __eq__(self, other):
        return isinstance(other, Replicate)

    def __hash__(self):
        return -1

    def __repr__(self):
        return "Replicate()"

    def __str__(self):
        return "R"


class Partial(Placement):
    def __init__(self, reduce_op="sum"):
        self.reduce_op = reduce_op

    def __eq__(self, other):
        return isinstance(other, Partial) and self.reduce_op == other.reduce_op

    def __hash__(self):
        return 1 + hash(self.reduce_op)

    def __repr__(self):
        return f"Partial({self.reduce_op})"

    def __str__(self):
        return "P" if framework[1] < (2, 15) else f"P({self.reduce_op})"


def _local_shape(shape, mesh, placements):
    """What rank 0 holds; None where strides make that another rule."""
    coordinate = mesh.get_coordinate()
    if coordinate is None:
        return (0,)
    sizes = list(shape)
    for i, placement in enumerate(placements):
        if i >= mesh.ndim or not isinstance(placement, Shard):
            continue
        d, parts = placement.dim, mesh.size(i)
        if isinstance(placement, _StridedShard) and sizes[d] % (parts * placement.split_factor):
            return None
        full = -(-sizes[d] // parts)
        start = min(sizes[d], full * coordinate[i])
        sizes[d] = min(sizes[d], start + full) - start
    return tuple(sizes)
