"""Classes that programs name. torch: torch/__init__.py."""
from prelude.torch.tensor import Size, Tensor

MODULE = "torch"

__version__ = "2.9.0"
