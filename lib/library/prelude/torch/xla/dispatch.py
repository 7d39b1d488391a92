"""What an operation on tensors of XLA does. torch_xla: torch_xla/csrc/aten_xla_bridge.cpp."""
from prelude.torch.devices import _storage_of

MODULE = "torch_xla._dispatch"


def device_dispatch(name, args, kwargs, tensors):
    """Called for every operation of which a tensor lies on xla: the Storage that its result is to be
    like (device, index, state), or the error of a tensor that lies elsewhere."""
    return _storage_of(name, tensors)


def inplace_dispatch(name, x):
    """Called behind every operation in place."""


def move_dispatch(x, storage):
    """Called when a tensor goes to xla or from there: the Storage that the result is to be like."""
    return storage
