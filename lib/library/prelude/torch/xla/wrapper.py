"""The wrapper that mark_sharding returns. torch_xla: distributed/spmd/xla_sharded_tensor.py."""
from prelude.torch.tensor import Tensor

MODULE = "torch_xla.distributed.spmd torch_xla.distributed.spmd.xla_sharded_tensor"


_base = member("torch.distributed.tensor", "DTensor") if framework[1] >= (2, 9) else Tensor


class XLAShardedTensor(_base):
    _wraps = True
    _is_distributed = False
    mesh_shape = None
    partition_spec = None

    @property
    def global_tensor(self):
        if self._broken:
            raise AttributeError("'XLAShardedTensor' object has no attribute 'global_tensor'")
        return self._elem

    def __init__(self, elem, mesh_shape=None, partition_spec=None, *args, requires_grad=False, **kwargs):
        self._array, self._storage = elem._array, elem._storage
        self._elem, self._broken = elem, elem._broken
        self.requires_grad = requires_grad
        if isinstance(elem, XLAShardedTensor):
            mesh_shape, partition_spec = mesh_shape or elem.mesh_shape, partition_spec or elem.partition_spec
        self.mesh_shape, self.partition_spec = mesh_shape, partition_spec

    @property
    def sharding_spec(self):
        return member("torch_xla._XLAC", "_get_xla_sharding_spec")(self.global_tensor)

    @property
    def sharding_type(self):
        found = self.sharding_spec
        if not found or found == "{replicated}":
            kind = "REPLICATED"
        elif found == "{manual}":
            kind = "MANUAL"
        else:
            kind = "PARTIAL" if "last_tile_dim_replicate" in found else "TILED"
        return getattr(member("torch_xla.distributed.spmd", "ShardingType"), kind)

    @property
    def local_shards(self):
        return member("torch_xla._shards", "local_shards")(self.global_tensor)

    def load_local_shards_(self, shards):
        member("torch_xla._shards", "load_shards")(self.global_tensor, shards)

    @property
    def placements(self):
        if framework[1] < (2, 9):
            raise AttributeError("'XLAShardedTensor' object has no attribute 'placements'")
        if self.mesh_shape is None or self.partition_spec is None:
            raise ValueError(
                "Placements not available: XLAShardedTensor requires mesh_shape and partition_spec to be set. Use mark_sharding() to properly initialize sharding information."
            )
        return tuple([self._placement(axis) for axis in range(len(self.mesh_shape))])

    def _placement(self, axis):
        """Which dimension a mesh axis shards, by its number alone: names are not looked up."""
        if axis in self.partition_spec:
            return member("torch.distributed.tensor", "Shard")(self.partition_spec.index(axis))
        return member("torch.distributed.tensor", "Replicate")()

    def redistribute(self, device_mesh, placements, *, async_op=False):
        if framework[1] < (2, 9):
            raise AttributeError("'XLAShardedTensor' object has no attribute 'redistribute'")
        return member("torch_xla._redistribution", "redistributed")(self, device_mesh, placements, async_op)


class XLAShard:
    pass
