"""Functions of torch in programs of JAX, which load data with them: tensors of which NumPy makes arrays. torch 2.9:
torch/_torch_docs.py, torch/csrc/utils/tensor_new.cpp."""
from prelude.loading.jax.torch_dtypes import array_of_data, dtype, sized
from prelude.loading.tensors import Loaded, Tensor

MODULE = "torch"

float16 = dtype("float16")
half = dtype("float16")
float32 = dtype("float32")
float = dtype("float32")
float64 = dtype("float64")
double = dtype("float64")
int8 = dtype("int8")
int16 = dtype("int16")
int32 = dtype("int32")
int = dtype("int32")
int64 = dtype("int64")
long = dtype("int64")
uint8 = dtype("uint8")
bool = dtype("bool")


def _made(name, array):
    return Tensor(array) if array is not None and has_imported("jax") else unknowable(f"torch.{name}(…)")


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    return _made("tensor", array_of_data(data, dtype))


def as_tensor(data, dtype=None, device=None):
    return _made("as_tensor", array_of_data(data, dtype))


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    return _made("asarray", array_of_data(obj, dtype))


def from_numpy(ndarray):
    return _made("from_numpy", ndarray if isinstance(ndarray, np.ndarray) else None)


def zeros(*size, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return _made("zeros", sized(size, dtype, "float32"))


def ones(*size, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return _made("ones", sized(size, dtype, "float32"))


def empty(*size, out=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    return _made("empty", sized(size, dtype, "float32"))


def rand(*size, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return _made("rand", sized(size, dtype, "float32"))


def randn(*size, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return _made("randn", sized(size, dtype, "float32"))


def randperm(n, *, generator=None, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    return _made("randperm", sized((n,), dtype, "int64"))


def _joined(name, tensors, join):
    arrays = [x._array for x in tensors if isinstance(x, Tensor)] if isinstance(tensors, (list, tuple)) else []
    return _made(name, join(arrays) if arrays and len(arrays) == len(tensors) else None)


def stack(tensors, dim=0):
    return _joined("stack", tensors, lambda arrays: np.stack(arrays, dim))


def cat(tensors, dim=0):
    return _joined("cat", tensors, lambda arrays: np.concatenate(arrays, dim))


def concat(tensors, dim=0):
    return _joined("concat", tensors, lambda arrays: np.concatenate(arrays, dim))


def is_tensor(obj):
    return isinstance(obj, Loaded)


def manual_seed(seed):
    return unknowable("torch.manual_seed(…)")
