"""The dtype of several tensors. torch: aten/src/ATen/native/TypeProperties.cpp."""
from prelude.torch.ops.promotion import result_dtype

MODULE = "torch._promotion"


def of_tensors(tensors):
    return result_dtype(*tensors)
