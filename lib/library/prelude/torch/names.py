"""Classes that programs name. torch: torch/__init__.py."""
from prelude.torch.tensor import Size, Tensor

MODULE = "torch"

