"""Properties of tensors. torch: torch/csrc/autograd/python_variable.cpp."""
from prelude.torch.tensor import dispatch

MODULE = "torch._properties"


def T(self):
    return self.t() if self.ndim == 2 else self.permute(*range(self.ndim - 1, -1, -1))


def mT(self):
    return self.transpose(-2, -1)


mH = mT
H = mT


def real(self):
    return dispatch("real", (self,)) if self.dtype.is_complex else self


def imag(self):
    if not self.dtype.is_complex:
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return dispatch("imag", (self,))


def is_cuda(self):
    return self._storage.device == "cuda"


def is_cpu(self):
    return self._storage.device == "cpu"


def is_meta(self):
    return self._storage.device == "meta"


def is_xla(self):
    return self._storage.device == "xla"


def itemsize(self):
    return self.dtype.itemsize


def nbytes(self):
    return self.dtype.itemsize * self.numel()


def layout(self):
    return unknowable("a layout")


def is_sparse(self):
    return False


def is_quantized(self):
    return False


def is_nested(self):
    return False


def output_nr(self):
    return 0
