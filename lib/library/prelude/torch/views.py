"""Views. torch: torch/_torch_docs.py, torch/_tensor_docs.py."""
from prelude.torch.shapes import sizes_of, viewed

MODULE = "torch torch._methods"


def transpose(input, dim0, dim1):
    return viewed("transpose", input, dim0, dim1)


swapaxes = transpose
swapdims = transpose


def t(input):
    return viewed("t", input)


def unsqueeze(input, dim):
    return viewed("unsqueeze", input, dim)


def squeeze(input, dim=None):
    return viewed("squeeze", input) if dim is None else viewed("squeeze", input, dim)


def reshape(input, *shape):
    return viewed("view", input, sizes_of(shape))


def permute(input, *dims):
    return viewed("permute", input, sizes_of(dims))


def select(input, dim, index):
    return viewed("select", input, dim, index)
