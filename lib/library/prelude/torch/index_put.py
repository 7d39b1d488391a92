"""Assignment by indices, as functions. torch: aten/src/ATen/native/TensorAdvancedIndexing.cpp."""
from prelude.torch.tensor import dispatch

MODULE = "torch torch._methods"


def index_put(input, indices, values, accumulate=False):
    return dispatch("index_put", (input, list(indices), values, accumulate))
