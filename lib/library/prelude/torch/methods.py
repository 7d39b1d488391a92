"""Methods that are no functions. torch: torch/_tensor.py, torch/csrc/autograd/python_variable_methods.cpp."""
from prelude.torch.ops.promotion import wrapped_dim
from prelude.torch.reading import number
from prelude.torch.stride_names import in_order
from prelude.torch.tensor import Tensor, alias, dispatch, inplace

MODULE = "torch._methods"


def dim(self):
    return self._array.ndim


ndimension = dim


def size(self, dim=None):
    return self.shape if dim is None else self.shape[wrapped_dim(dim, self.ndim)]


def numel(self):
    count = 1
    for n in self._array.shape:
        count *= n
    return count


nelement = numel


def element_size(self):
    return self.dtype.itemsize


def item(self):
    if self._is_distributed:
        return member("torch._distributed_reading", "item")(self)
    return number(self)


def tolist(self):
    if self._wraps:
        raise RuntimeError(".tolist() is not supported for tensor subclasses, got XLAShardedTensor")
    found = held(self._array)
    return unknowable("the numbers of a tensor") if found is None else _nested(found, self.shape)


def _nested(items, shape):
    if not shape:
        return items[0]
    step = len(items) // shape[0] if shape[0] else 0
    return [_nested(items[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])]


def numpy(self, *, force=False):
    if self._wraps:
        raise RuntimeError(".numpy() is not supported for tensor subclasses.")
    if self._storage.device != "cpu" and not force:
        raise TypeError(
            f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
        )
    if self.requires_grad and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    return np.asarray(self._array)


def detach(self):
    return alias(self)


def detach_(self):
    self.grad_fn, self.requires_grad = None, False
    return self


def requires_grad_(self, requires_grad=True):
    if requires_grad and self.dtype.kind < 2:
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    if not requires_grad and self.grad_fn is not None:
        raise RuntimeError("you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().")
    self.requires_grad = requires_grad
    return self


def retain_grad(self):
    self._retains = True


def register_hook(self, hook):
    return unknowable("a handle")


def is_floating_point(self):
    return self.dtype.is_floating_point


def is_complex(self):
    return self.dtype.is_complex


def is_contiguous(self, memory_format=None):
    return self._strides is None


def data_ptr(self):
    return unknowable("an address", 1)


def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    """The tensor itself when nothing changes."""
    for x in args:
        if isinstance(x, Tensor):
            dtype, device = x.dtype, x.device
        elif isinstance(x, (str, int, member("torch", "device"))) and not isinstance(x, bool):
            device = x
        elif isinstance(x, member("torch", "dtype")):
            dtype = x
        elif not is_known(x):
            return of_unknown(x)
        elif x is not None and not isinstance(x, bool):
            return member("torch._moving", "refuse_to")(x)
    made = self
    if device is not None:
        made = member("torch._moving", "moved")(made, device, copy)
    if dtype is not None and made.dtype is not dtype:
        made = dispatch("_to_copy", (made,), {"dtype": dtype})
    return dispatch("clone", (made,)) if copy and made is self else made


def cpu(self, memory_format=None):
    return self.to("cpu")


def cuda(self, device=None, non_blocking=False, memory_format=None):
    return self.to("cuda" if device is None else device)


def type_as(self, other):
    return self.to(other.dtype)


def contiguous(self, memory_format=None):
    if self._strides is None or self._is_distributed:
        return self
    made = dispatch("clone", (self,))
    made._strides = None
    return made


def stride(self, dim=None):
    strides = in_order(self.shape) if self._strides is None else self._strides
    return strides if dim is None else strides[dim]


def zero_(self):
    return inplace("zero", self, ())


def fill_(self, value):
    return inplace("fill", self, (value,))


def copy_(self, src, non_blocking=False):
    return inplace("copy", self, (src,))


def normal_(self, mean=0, std=1, *, generator=None):
    return inplace("normal", self, ())


def uniform_(self, a=0, b=1, *, generator=None):
    return inplace("uniform", self, ())


def random_(self, *bounds, generator=None):
    return inplace("random", self, ())


def bernoulli_(self, p=0.5, *, generator=None):
    return inplace("bernoulli", self, ())


def exponential_(self, lambd=1, *, generator=None):
    return inplace("exponential", self, ())


def clone(self, *, memory_format=None):
    return dispatch("clone", (self,))
