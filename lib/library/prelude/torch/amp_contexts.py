"""torch: torch/amp/autocast_mode.py."""
from prelude.torch.autocasting import _Autocast

MODULE = "torch torch.amp torch.amp.autocast_mode"


class autocast(_Autocast):
    pass


def is_autocast_available(device_type):
    return device_type in ("cpu", "cuda", "xla", "hpu", "mps", "xpu")
