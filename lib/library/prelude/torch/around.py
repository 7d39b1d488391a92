"""Packages around torch that take part in no shape. torch: torch/cuda, torch/backends, torch/utils."""
MODULE = "torch.cuda"


def is_available():
    return unknowable("whether there is a GPU", True)


def device_count():
    return unknowable("the number of GPUs", 1)


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
    return unknowable("whether there is a GPU", True)


def max_memory_allocated(device=None):
    return unknowable("a number of bytes", 1)


memory_allocated = max_memory_allocated
max_memory_reserved = max_memory_allocated


def reset_peak_memory_stats(device=None):
    return None
