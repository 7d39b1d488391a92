"""The wrapper that mark_sharding returns. torch_xla: distributed/spmd/xla_sharded_tensor.py."""
from prelude.torch.tensor import Tensor

MODULE = "torch_xla.distributed.spmd torch_xla.distributed.spmd.xla_sharded_tensor"


class XLAShardedTensor(Tensor):
    mesh_shape = None
    partition_spec = None

    def __init__(self, elem, mesh_shape=None, partition_spec=None, *args, **kwargs):
        self._array, self._storage = elem._array, elem._storage
        self.global_tensor = elem
        self.mesh_shape, self.partition_spec = mesh_shape, partition_spec

    @property
    def sharding_spec(self):
        return member("torch_xla._XLAC", "_get_xla_sharding_spec")(self.global_tensor)

    @property
    def sharding_type(self):
        return unknown("XLAShardedTensor.sharding_type is not known")

    @property
    def local_shards(self):
        return unknown("XLAShardedTensor.local_shards is not known")

    @property
    def placements(self):
        if framework[1] < (2, 9):
            raise AttributeError("'XLAShardedTensor' object has no attribute '_spec'")
        return unknown("XLAShardedTensor.placements is not known")


class XLAShard:
    pass


def _is_wrapper(x):
    return isinstance(x, XLAShardedTensor)
