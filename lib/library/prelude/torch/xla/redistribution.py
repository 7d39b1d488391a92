"""XLAShardedTensor.redistribute. torch_xla: distributed/spmd/xla_sharded_tensor.py."""
from prelude.torch.xla.marks import annotate_custom_sharding

MODULE = "torch_xla._redistribution"


def redistributed(t, mesh, placements, copies):
    """The tensor sharded by the numbers of the mesh axes."""
    if len(placements) != len(mesh.mesh_shape):
        raise ValueError(
            f"Number of placements ({len(placements)}) must match mesh dimensions ({len(mesh.mesh_shape)})"
        )
    for placement in placements:
        if placement.is_partial():
            raise NotImplementedError(
                "Partial placement is not yet implemented and may have unexpected behavior. Use Shard or Replicate placements instead."
            )
    whole = t.global_tensor
    spec = [None] * len(whole.shape)
    for axis, placement in enumerate(placements):
        if placement.is_shard():
            if placement.dim >= len(spec):
                raise IndexError(
                    f"Shard dimension {placement.dim} is out of bounds for tensor with {len(spec)} dimensions"
                )
            spec[placement.dim] = axis
    return annotate_custom_sharding(whole.clone() if copies else whole, mesh, tuple(spec))
