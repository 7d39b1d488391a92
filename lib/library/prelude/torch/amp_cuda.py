"""torch: torch/cuda/amp/autocast_mode.py."""
from prelude.torch.autocasting import _Autocast

MODULE = "torch.cuda.amp torch.cuda.amp.autocast_mode"


class autocast(_Autocast):
    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype, enabled, cache_enabled)
