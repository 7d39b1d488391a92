"""Limits of dtypes. torch: torch/csrc/TypeInfo.cpp."""
from prelude.torch.dtypes import _defaults

MODULE = "torch"


class finfo:
    def __init__(self, type=None):
        self.dtype = _defaults["dtype"] if type is None else type
        if self.dtype.kind < 2:
            raise TypeError(
                f"torch.finfo() requires a floating point input type. Use torch.iinfo to handle '{self.dtype.name}'"
            )
        limits = jnp.finfo(self.dtype._array)
        self.bits, self.eps, self.max, self.min = limits.bits, limits.eps, limits.max, limits.min
        self.tiny = self.smallest_normal = limits.tiny


class iinfo:
    def __init__(self, type):
        self.dtype = type
        limits = jnp.iinfo(type._array)
        self.bits, self.max, self.min = limits.bits, limits.max, limits.min
