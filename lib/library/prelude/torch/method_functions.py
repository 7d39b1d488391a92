"""Methods that functions of torch lack. torch: torch/_tensor_docs.py."""
from prelude.torch.creation import empty, full, ones, tensor, zeros
from prelude.torch.shapes import sizes_of, viewed
from prelude.torch.tensor import dispatch, inplace

MODULE = "torch._methods"


def repeat(self, *repeats):
    return dispatch("repeat", (self, sizes_of(repeats)))


def _beside(x, made):
    """What a tensor makes of another size: of a DTensor it is one."""
    return member("torch.distributed._dispatch", "made_beside")(x, made) if x._is_distributed else made


def new_zeros(self, *size, dtype=None, device=None, requires_grad=False):
    made = zeros(*size, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)
    return _beside(self, made)


def new_ones(self, *size, dtype=None, device=None, requires_grad=False):
    made = ones(*size, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)
    return _beside(self, made)


def new_empty(self, *size, dtype=None, device=None, requires_grad=False):
    made = empty(*size, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)
    return _beside(self, made)


def new_full(self, size, fill_value, *, dtype=None, device=None, requires_grad=False):
    made = full(size, fill_value, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)
    return _beside(self, made)


def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    return tensor(data, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)


def unfold(self, dimension, size, step):
    return unknown("torch.Tensor.unfold is not known")


def relu_(self):
    return inplace("relu", self, ())


def masked_fill_(self, mask, value):
    return inplace("masked_fill", self, (mask, value))


def get_device(self):
    return -1 if self._storage.device == "cpu" else self._storage.index or 0


def pin_memory(self, device=None):
    return self


def is_pinned(self):
    return False


def share_memory_(self):
    return self


def storage_offset(self):
    return unknowable("an offset", 1)


def _reshaped(x, made):
    x._array, x._strides = made._array, made._strides
    return x


def transpose_(self, dim0, dim1):
    return _reshaped(self, self.transpose(dim0, dim1))


def t_(self):
    return _reshaped(self, self.t())


def unsqueeze_(self, dim):
    return _reshaped(self, self.unsqueeze(dim))


def squeeze_(self, dim=None):
    return _reshaped(self, self.squeeze() if dim is None else self.squeeze(dim))


def resize_(self, *sizes):
    return unknown("torch.Tensor.resize_ is not known")


set_ = resize_


def sum_to_size(self, *size):
    return unknown("torch.Tensor.sum_to_size is not known")


def map_(self, tensor, callable):
    return unknown("torch.Tensor.map_ is not known")


def equal(self, other):
    return unknowable("whether tensors are equal", True)


def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return member("torch", "allclose")(self, other, rtol, atol, equal_nan)


def multinomial(self, num_samples, replacement=False, *, generator=None):
    return member("torch", "multinomial")(self, num_samples, replacement)


def bernoulli(self, p=None, *, generator=None):
    return dispatch("bernoulli", (self,))


def isclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return member("torch", "isclose")(self, other)


def baddbmm(self, batch1, batch2, *, beta=1, alpha=1):
    return dispatch("add", (dispatch("bmm", (batch1, batch2)), self))


def broadcast_to(self, *size):
    return viewed("expand", self, sizes_of(size))


def dense_dim(self):
    return self.ndim


def record_stream(self, stream):
    return None


def inner(self, other):
    return member("torch", "inner")(self, other)
