"""Tensors from one device to another. torch: aten/src/ATen/native/TensorConversions.cpp."""
from prelude.torch.devices import _place
from prelude.torch.tensor import judged_move

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
