"""x[i]. torch: torch/csrc/autograd/python_variable_indexing.cpp."""
from prelude.torch.shapes import viewed
from prelude.torch.tensor import Tensor, dispatch, inplace

MODULE = "torch._indexing"


def get_item(x, index):
    return unknown("an index of a tensor is not known")


def set_item(x, index, value):
    return unknown("an assignment to an index of a tensor is not known")
