"""torch: torch/cpu/amp/autocast_mode.py."""
from prelude.torch.autocasting import _Autocast

MODULE = "torch.cpu.amp torch.cpu.amp.autocast_mode"


class autocast(_Autocast):
    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cpu", dtype, enabled, cache_enabled)
