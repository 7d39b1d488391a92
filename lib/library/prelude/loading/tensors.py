"""Tensors of torch and of tensorflow in programs of JAX, which load data with them: what NumPy makes of one is known, and
what else it can do is not."""


class Loaded:
    def __init__(self, array):
        self._array = array

    def __array__(self, dtype=None, copy=None):
        return self._array

    def __len__(self):
        return len(self._array)

    def __iter__(self):
        return iter([type(self)(x) for x in self._array])

    def __getitem__(self, index):
        return type(self)(np.asarray(self._array[index]))

    @property
    def ndim(self):
        return self._array.ndim

    def numpy(self, *, force=False):
        return self._array

    def _paired(self, other, apply):
        other = other._array if isinstance(other, Loaded) else other
        if not np.issubdtype(self._array.dtype, np.floating) or not isinstance(other, (int, float, np.ndarray)):
            return unknowable("a tensor")
        return type(self)(apply(self._array, other).astype(self._array.dtype))

    def __add__(self, other):
        return self._paired(other, lambda x, y: x + y)

    def __sub__(self, other):
        return self._paired(other, lambda x, y: x - y)

    def __mul__(self, other):
        return self._paired(other, lambda x, y: x * y)

    def __truediv__(self, other):
        return self._paired(other, lambda x, y: x / y)

    def __radd__(self, other):
        return self._paired(other, lambda x, y: y + x)

    def __rsub__(self, other):
        return self._paired(other, lambda x, y: y - x)

    def __rmul__(self, other):
        return self._paired(other, lambda x, y: y * x)


class Tensor(Loaded):
    """Of torch."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'Tensor' object has no attribute '{name}'")
        return unknowable("a tensor")

    def __getitem__(self, index):
        index = index._array if isinstance(index, Loaded) else index
        return Tensor(np.asarray(self._array[index])) if is_known(index) else unknowable("a tensor")

    def __setitem__(self, index, value):
        forget(self._array)

    def __hash__(self):
        return unknowable("a tensor", 0)

    def __matmul__(self, other):
        return unknowable("a tensor")

    def __rmatmul__(self, other):
        return unknowable("a tensor")

    def __pow__(self, other):
        return unknowable("a tensor")

    def __rpow__(self, other):
        return unknowable("a tensor")

    def __mod__(self, other):
        return unknowable("a tensor")

    def __floordiv__(self, other):
        return unknowable("a tensor")

    def __rtruediv__(self, other):
        return unknowable("a tensor")

    def __and__(self, other):
        return unknowable("a tensor")

    def __or__(self, other):
        return unknowable("a tensor")

    def __xor__(self, other):
        return unknowable("a tensor")

    def __eq__(self, other):
        return unknowable("a tensor")

    def __ne__(self, other):
        return unknowable("a tensor")

    def __lt__(self, other):
        return unknowable("a tensor")

    def __le__(self, other):
        return unknowable("a tensor")

    def __gt__(self, other):
        return unknowable("a tensor")

    def __ge__(self, other):
        return unknowable("a tensor")

    def __contains__(self, other):
        return unknowable("a tensor")

    def __neg__(self):
        return unknowable("a tensor")

    def __pos__(self):
        return unknowable("a tensor")

    def __abs__(self):
        return unknowable("a tensor")

    def __invert__(self):
        return unknowable("a tensor")

    def __bool__(self):
        return unknowable("a tensor")

    def __float__(self):
        return unknowable("a tensor")

    def __int__(self):
        return unknowable("a tensor")

    def __index__(self):
        return unknowable("a tensor")

    @property
    def shape(self):
        return self._array.shape

    def size(self, dim=None):
        return self._array.shape if dim is None else self._array.shape[dim]

    def dim(self):
        return self._array.ndim

    def numel(self):
        return self._array.size

    def _shaped(self, array):
        return Tensor(array)

    def permute(self, *dims):
        dims = tuple(dims[0]) if isinstance(dims[0], (tuple, list)) else dims
        rank = self._array.ndim
        if len(dims) != rank:
            raise RuntimeError(
                "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
                f"desired ordering of dimensions i.e. input.dim() = {rank} is not equal to len(dims) = {len(dims)}"
            )
        return Tensor(np.transpose(self._array, dims))

    def transpose(self, dim0, dim1):
        return Tensor(np.swapaxes(self._array, dim0, dim1))

    def reshape(self, *shape):
        return Tensor(self._array.reshape(*shape))

    def view(self, *shape):
        if not shape or not all([isinstance(n, (int, tuple, list)) for n in shape]):
            return unknowable("a tensor in another dtype")
        return Tensor(self._array.reshape(*shape))

    def flatten(self, start_dim=0, end_dim=-1):
        if end_dim != -1:
            unknown("flatten up to a dimension")
        return Tensor(self._array.reshape(self._array.shape[:start_dim] + (-1,)))

    def unsqueeze(self, dim):
        return Tensor(np.expand_dims(self._array, dim))

    def squeeze(self, dim=None):
        if dim is not None and self._array.shape[dim] != 1:
            return self
        return Tensor(np.squeeze(self._array, dim))

    def float(self):
        return Tensor(self._array.astype(np.float32))

    def double(self):
        return Tensor(self._array.astype(np.float64))

    def int(self):
        return Tensor(self._array.astype(np.int32))

    def long(self):
        return Tensor(self._array.astype(np.int64))

    def to(self, *args, **kwargs):
        names = [x._name for x in list(args) + list(kwargs.values()) if hasattr(x, "_name")]
        return Tensor(self._array.astype(names[0])) if names else self

    def contiguous(self):
        return self

    def clone(self):
        return self

    def detach(self):
        return self

    def cpu(self):
        return self

    def tolist(self):
        return self._array.tolist()

    def item(self):
        return self._array.item()


def is_for_torch():
    """Whether the program is one of torch, whose tensors are others."""
    return framework[0] in ("torch_xla", "dtensor")


def as_torch(array):
    """A tensor of torch that holds an array of NumPy: in a program of JAX one of those above."""
    return member("torch", "as_tensor")(array) if is_for_torch() else Tensor(array)


def is_torch(x):
    return isinstance(x, Tensor) or (is_for_torch() and isinstance(x, member("torch", "Tensor")))
