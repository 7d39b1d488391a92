"""The wrapper that mark_sharding returns. torch_xla: distributed/spmd/xla_sharded_tensor.py."""
from prelude.torch.tensor import Tensor

MODULE = "torch_xla.distributed.spmd torch_xla.distributed.spmd.xla_sharded_tensor"


class XLAShardedTensor(Tensor):
    mesh_shape = None
    partition_spec = None

    @property
    def global_tensor(self):
        if self._elem is None:
            raise AttributeError("'XLAShardedTensor' object has no attribute 'global_tensor'")
        return self._elem

    def __init__(self, elem, mesh_shape=None, partition_spec=None, *args, **kwargs):
        self._array, self._storage = elem._array, elem._storage
        self._elem = elem
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
        return unknown("XLAShardedTensor.local_shards is not known")

    @property
    def placements(self):
        if framework[1] < (2, 9):
            raise AttributeError("'XLAShardedTensor' object has no attribute 'placements'")
        return tuple([self._placement(axis) for axis in range(len(self.mesh_shape))])

    def _placement(self, axis):
        """Which dimension a mesh axis shards, by its number alone: names are not looked up."""
        if member("torch.distributed.tensor", "Shard") is None:
            return unknown("XLAShardedTensor.placements is not known")
        if axis in self.partition_spec:
            return member("torch.distributed.tensor", "Shard")(self.partition_spec.index(axis))
        return member("torch.distributed.tensor", "Replicate")()


class XLAShard:
    pass


def _is_wrapper(x):
    return isinstance(x, XLAShardedTensor)
