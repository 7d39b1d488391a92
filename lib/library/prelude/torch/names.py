"""Classes that programs name. torch: torch/__init__.py."""
from prelude.torch.tensor import Tensor

MODULE = "torch"

