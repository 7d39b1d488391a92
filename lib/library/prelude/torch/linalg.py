"""torch: torch/linalg/__init__.py."""
from prelude.torch.tensor import dispatch

MODULE = "torch.linalg"


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    return dispatch("linalg_vector_norm", (x, ord, dim), {"keepdim": True} if keepdim else {})


def norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None):
    return dispatch("linalg_vector_norm", (A, 2 if ord is None else ord, dim), {"keepdim": True} if keepdim else {})


def matmul(input, other, *, out=None):
    return dispatch("matmul", (input, other))
