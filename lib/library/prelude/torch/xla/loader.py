"""Loaders that send batches to the device. torch_xla: distributed/parallel_loader.py."""
from prelude.torch.tensor import Tensor
from prelude.torch.xla.marks import _send_one

MODULE = "torch_xla.distributed.parallel_loader"


def _send(batch, sharding):
    """The batch with its tensors on the device."""
    if not is_known(batch):
        return of_unknown(batch)
    if isinstance(sharding, dict) and not isinstance(batch, dict):
        raise ValueError("input batch should be a dict when input sharding is a dict.")
    if isinstance(batch, Tensor):
        return _send_one(batch, sharding)
    if isinstance(sharding, dict) and isinstance(batch, dict):
        missing = [key for key in batch if key not in sharding]
        if missing:
            raise KeyError(f"Keys: {missing} are missing from input_sharding.")
        return {key: _send(batch[key], sharding[key]) for key in batch}
    if isinstance(batch, dict):
        return {key: _send(batch[key], sharding) for key in batch}
    if isinstance(batch, (list, tuple)):
        items = [_send(x, sharding) for x in batch]
        if hasattr(batch, "_fields"):
            return tuple_with(batch, items)
        return tuple(items) if isinstance(batch, tuple) else items
    return batch


class _Batches:
    def __init__(self, batches, sharding):
        self._batches, self._sharding = batches, sharding
        self._given = False

    def __iter__(self):
        return self

    def __next__(self):
        if self._given:
            member("torch_xla", "sync")()
        self._given = True
        return _send(next(self._batches), self._sharding)


class MpDeviceLoader:
    def __init__(self, loader, device, **kwargs):
        self._loader, self._device = loader, device
        self._parallel_loader_kwargs = kwargs
        self._sharding = kwargs.get("input_sharding")

    def __iter__(self):
        return _Batches(iter(self._loader), self._sharding)

    def __len__(self):
        return len(self._loader)


class ParallelLoader:
    def __init__(self, loader, devices, batchdim=0, batches_per_execution=1, loader_prefetch_size=16, device_prefetch_size=8, host_to_device_transfer_threads=1, input_sharding=None):
        self._loader, self._sharding = loader, input_sharding

    def per_device_loader(self, device):
        return MpDeviceLoader(self._loader, device, input_sharding=self._sharding)

    def close(self):
        pass
