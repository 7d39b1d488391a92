"""What each device holds of a marked tensor. torch_xla: distributed/spmd/xla_sharded_tensor.py XLAShard,
csrc/xla_sharding_util.cpp GetShardReplicaAndIndicesForDevices."""
from prelude.torch.tensor import Storage, Tensor
from prelude.torch.xla.state import annotation_of, kind_of

MODULE = "torch_xla._shards"


class _Shard:
    """A shard with its padding: `_held` are the sizes without."""

    def __init__(self, data, indices, shard_device, replica_id, held):
        self.data, self.indices, self._held = data, indices, held
        self.shard_device, self.replica_id = shard_device, replica_id

    @property
    def unpadded_data(self):
        return _cpu(self._held, self.data._array.dtype)


def _cpu(sizes, dtype):
    return Tensor(_made=(array_of(tuple(sizes), dtype), Storage("cpu")))


def _tiles(text):
    """The sizes and the devices of {devices=[4,2]0,1,2,3,4,5,6,7}, and whether the last one is of copies."""
    sizes, _, rest = text[len("{devices=["):-1].partition("]")
    devices, _, last = rest.partition(" ")
    return [int(n) for n in sizes.split(",")], [int(n) for n in devices.split(",")], last == "last_tile_dim_replicate"


def local_shards(x):
    count = member("torch_xla.runtime", "global_runtime_device_count")()
    found = annotation_of(x._storage)
    if found == "?" or found == "{manual}" or kind_of(x._storage) == "ir" or (found is None and x._storage.state is not None):
        return unknown("the shards of a tensor that has not run are not known")
    if count > 4096:
        return unknown("the shards of more than 4096 devices are not known")
    if found is None or found == "{replicated}":
        return [_Shard(_cpu(x.shape, x._array.dtype), Ellipsis, f"CPU:{j}", j, x.shape) for j in range(count)]
    sizes, devices, copies = _tiles(found)
    made = [None] * count
    for at, j in enumerate(devices):
        made[j] = _shard_at(x, sizes, at, j, copies)
    return made


def _shard_at(x, sizes, at, device, copies):
    """The shard of the device at this place in the list of tiles."""
    place = []
    for n in reversed(sizes):
        place.insert(0, at % n)
        at //= n
    padded, indices = [], []
    for n, ways, k in zip(x.shape, sizes, place):
        size = -(-n // ways)
        padded.append(size)
        indices.append(slice(min(k * size, n), min((k + 1) * size, n), 1))
    held = [s.stop - s.start for s in indices]
    return _Shard(_cpu(padded, x._array.dtype), indices, f"CPU:{device}", place[-1] if copies else 0, held)


def load_shards(x, shards):
    count = member("torch_xla.runtime", "global_runtime_device_count")()
    if len(shards) != count:
        raise RuntimeError(
            "Check failed: devices.size() == client->GetLocalDevices().size(): Shards must be provided for all local devices"
        )
    own = local_shards(x)
    for shard, mine in zip(shards, own):
        if tuple(shard.data.shape) != tuple(mine.data.shape) or mine.indices is Ellipsis:
            return unknown("loading shards of other sizes than the tensor's is not known")
    x._array = unheld(x._array)
