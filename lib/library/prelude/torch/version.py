"""torch: torch/version.py."""
MODULE = "torch torch.version"

__version__ = ".".join([str(n) for n in framework[1][:3]])
