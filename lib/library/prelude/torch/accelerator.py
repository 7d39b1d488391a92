"""The accelerator of a machine, whichever it is. torch: torch/accelerator."""
from prelude.torch.devices import device

MODULE = "torch.accelerator"


def is_available():
    """Such programs are for machines that have one; what they raise themselves without it says nothing of them."""
    depends_on_machine()
    return True


def device_count():
    return unknowable("the number of accelerators", 1)


def current_accelerator(check_available=False):
    """What torch was built for: on the machines that such programs are for, GPUs."""
    return device("cuda")


def current_device_index():
    return unknowable("the number of an accelerator", 1)


current_device_idx = current_device_index


def set_device_index(device):
    return None


set_device_idx = set_device_index


class device_index:
    """The accelerator with this number, inside of a with statement."""

    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        return None

    def __exit__(self, *details):
        return None


def synchronize(device=None):
    return None


def empty_cache():
    return None


def memory_allocated(device_index=None):
    return unknowable("a number of bytes", 1)


memory_reserved = max_memory_allocated = max_memory_reserved = memory_allocated


def reset_peak_memory_stats(device_index=None):
    return None


reset_accumulated_memory_stats = reset_peak_memory_stats
