"""Packages around torch that take part in no shape. torch: torch/cuda, torch/backends, torch/utils."""
MODULE = "torch.cuda"


def is_available():
    """There is no GPU where frameworks are imitated; a program that asks may do otherwise elsewhere."""
    depends_on_machine()
    return False


def device_count():
    depends_on_machine()
    return 0


def current_device():
    return unknowable("the number of a GPU", 1)


def set_device(device):
    return None


def manual_seed(seed):
    return None


def manual_seed_all(seed):
    return None


def synchronize(device=None):
    return None


def empty_cache():
    return None


def is_bf16_supported(including_emulation=True):
    depends_on_machine()
    return False


def max_memory_allocated(device=None):
    return unknowable("a number of bytes", 1)


memory_allocated = max_memory_allocated
max_memory_reserved = max_memory_allocated


def reset_peak_memory_stats(device=None):
    return None
