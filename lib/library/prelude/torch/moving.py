"""Tensors from one device to another. torch: aten/src/ATen/native/TensorConversions.cpp."""
from prelude.torch.devices import _place
from prelude.torch.tensor import Tensor, judged_move

MODULE = "torch._moving"


def refuse_to(x):
    given = type(x).__name__
    raise TypeError(
        f"to() received an invalid combination of arguments - got ({given}), but expected one of:"
    )


def moved(x, where, copy=False):
    storage = _place(where)
    old = x._storage
    if storage.device == old.device and storage.index == old.index and not copy:
        return x
    if old.device == "meta" and storage.device != "meta":
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    return judged_move(x, storage)


def tree_moved(x, device):
    """What a call is given, on the device. torch: torch/distributed/utils.py _to_kwargs."""
    if isinstance(x, Tensor):
        return x if x._is_distributed or x.device.type == device else x.to(device)
    if isinstance(x, dict):
        return {key: tree_moved(y, device) for key, y in x.items()}
    return type(x)([tree_moved(y, device) for y in x]) if type(x) in (list, tuple) else x
