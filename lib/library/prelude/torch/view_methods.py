"""Views that are methods alone. torch: torch/_tensor_docs.py."""
from prelude.torch.shapes import check_viewable, sizes_of, viewed

MODULE = "torch._methods"


def view(self, *shape):
    if len(shape) == 1 and isinstance(shape[0], member("torch", "dtype")):
        return unknown("torch.Tensor.view of a dtype is not known")
    sizes = sizes_of(shape)
    check_viewable(self, sizes)
    return viewed("view", self, sizes)


def view_as(self, other):
    return view(self, tuple(other.shape))


def reshape_as(self, other):
    return viewed("view", self, tuple(other.shape))


def expand(self, *sizes):
    return viewed("expand", self, sizes_of(sizes))


def expand_as(self, other):
    return viewed("expand", self, tuple(other.shape))
