"""Operations in another dtype. torch: torch/amp/autocast_mode.py."""
from prelude.torch.autograd import _mode

MODULE = "torch._autocasting"


class _Autocast:
    """Operations on tensors of a kind of device in another dtype. Without a GPU that of cuda does nothing."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        self.mode = None
        if device_type == "cuda":
            depends_on_machine()
        elif enabled:
            self.mode = (device_type, member("torch", "bfloat16") if dtype is None else dtype)

    def __enter__(self):
        self.before = _mode["autocast"]
        _mode["autocast"] = self.mode
        return self

    def __exit__(self, *details):
        _mode["autocast"] = self.before

    def __call__(self, function):
        def inner(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return inner
