"""Devices. torch: torch/csrc/Device.cpp, aten/src/ATen/TensorIterator.cpp."""
from prelude.torch.tensor import Storage

MODULE = "torch"

_known_types = ("cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla", "lazy", "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone")
_default = {"device": None}


class device:
    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, int):
            type, index = "cuda", type
        if ":" in type:
            type, number = type.split(":")
            index = int(number)
        if type not in _known_types:
            raise RuntimeError(
                f"Expected one of {', '.join(_known_types)} device type at start of device string: {type}"
            )
        self.type, self.index = type, index

    def __repr__(self):
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __enter__(self):
        self.before = _default["device"]
        _default["device"] = self
        return self

    def __exit__(self, *details):
        _default["device"] = self.before


def _place(where):
    """A new storage on what device= says."""
    if where is None:
        where = _default["device"]
    if where is None:
        return Storage("cpu")
    where = where if isinstance(where, device) else device(where)
    index = 0 if where.type in ("xla", "cuda") and where.index is None else where.index
    return Storage(where.type, index)


def set_default_device(device):
    _default["device"] = None if device is None else _as_device(device)


def get_default_device():
    return _default["device"] or device("cpu")


def _as_device(x):
    return x if isinstance(x, device) else device(x)


def _storage_of(name, tensors):
    """Where the result of an operation lies: tensors of no dimension follow the others."""
    found = None
    for x in tensors:
        if found is None or (not found._array.ndim and x._array.ndim):
            found = x
    if found is None:
        return _place(None)
    if name in ("index", "index_put"):
        found, tensors = tensors[0], _beside_indices(tensors)
    where = found._storage
    for x in tensors:
        other = x._storage
        if other.device != where.device and "meta" not in (other.device, where.device) and (
            x._array.ndim or other.device != "cpu"
        ):
            raise RuntimeError(
                f"Expected all tensors to be on the same device, but found at least two devices, {_shown(where)} and {_shown(other)}!"
            )
    return where


def _beside_indices(tensors):
    """Without the indices, which may lie on the CPU wherever the tensor is. torch: TensorAdvancedIndexing.cpp make_info."""
    where = tensors[0]._storage
    for x in tensors[1:]:
        if x.dtype.kind < 2 and where.device == "cpu" and x._storage.device == "cuda" and x._array.ndim:
            raise RuntimeError("indices should be either on cpu or on the same device as the indexed tensor (cpu)")
    return [x for x in tensors if x.dtype.kind > 1 or x._storage.device != "cpu"]


def _shown(storage):
    return storage.device if storage.index is None else f"{storage.device}:{storage.index}"
