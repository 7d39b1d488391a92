"""torch: torch/nn/parameter.py."""
from prelude.torch.tensor import Parameter

MODULE = "torch.nn torch.nn.parameter"

