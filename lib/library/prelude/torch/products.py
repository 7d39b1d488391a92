"""Products of matrices. torch: torch/_torch_docs.py."""
from prelude.torch.tensor import dispatch

MODULE = "torch torch._methods"

mm = lambda input, mat2, *, out=None: dispatch("mm", (input, mat2))
bmm = lambda input, mat2, *, out=None: dispatch("bmm", (input, mat2))
mv = lambda input, vec, *, out=None: dispatch("mv", (input, vec))
dot = lambda input, tensor, *, out=None: dispatch("dot", (input, tensor))
matmul = lambda input, other, *, out=None: dispatch("matmul", (input, other))


def addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None):
    return dispatch("addmm", (input, mat1, mat2))
