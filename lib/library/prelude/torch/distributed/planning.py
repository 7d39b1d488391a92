"""What brings a DTensor to other placements, step by step. torch: torch/distributed/tensor/_redistribute.py
generate_greedy_transform_infos, placement_types.py, _ops/_embedding_ops.py."""
from prelude.torch.distributed.placements import Replicate, _local_shape, _MaskPartial

MODULE = "torch.distributed._planning"


def _cutting(placements, end, dim):
    """The mesh dimensions before `end` that cut this dimension."""
    return [i for i, p in enumerate(placements[:end]) if p.is_shard(dim)]


def steps(x, target):
    """(mesh dimension, from, to) in torch's order: shards that lie within others are made whole first, from the inside."""
    now, found = list(x._placements), []
    if len(now) > 1 and any(p.is_shard() and x._mesh.size(i) > 1 for i, p in enumerate(now)):
        for i in reversed(range(len(now))):
            to = target[i]
            if to.is_shard() and _cutting(now, i, to.dim) != _cutting(target, i, to.dim):
                to = Replicate()
            if now[i] != to:
                found.append((i, now[i], to))
                now[i] = to
    for i, to in enumerate(target):
        if now[i] != to:
            found.append((i, now[i], to))
            now[i] = to
    return found


def _unmask(mask, shape):
    """The rows that another rank holds are cleared before they are added up, once."""
    if not mask.held["is"]:
        raise AssertionError("")
    if len(shape) < len(mask.shape) or (len(shape) > len(mask.shape) and not shape):
        raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
    for i, n in enumerate(mask.shape):
        if n != shape[i]:
            raise IndexError(
                f"The shape of the mask {list(mask.shape)} at index {i} does not match the shape of the indexed tensor {list(shape)} at index {i}"
            )
    mask.held["is"] = False


def bring(x, target):
    """What torch finds as it brings a DTensor there, in the order of its steps."""
    if tuple(x._placements) == tuple(target) or x._mesh.get_coordinate() is None:
        return
    now = list(x._placements)
    for i, old, new in steps(x, target):
        if new.is_partial() and old.is_replicate() and framework[1] < (2, 15):
            _part(new)
        elif isinstance(old, _MaskPartial) and not new.is_partial():
            shape = _local_shape(x._array.shape, x._mesh, now)
            _unmask(old, x._part if x._part is not None and tuple(now) == x._placements else shape)
        now[i] = new


def _part(partial):
    """A whole tensor as a part of what is still to be reduced, which torch 2.9 knows of sums alone."""
    if isinstance(partial, _MaskPartial) and partial.held["is"]:
        raise RuntimeError("MaskBuffer has been materialized with conflicting data")
    if partial.reduce_op != "sum":
        raise AssertionError("only support replicate to PartialSUM for now!")
