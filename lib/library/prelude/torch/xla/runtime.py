"""The runtime of torch_xla. torch_xla: torch_xla/runtime.py."""
from prelude.torch.xla.state import _process, spmd

MODULE = "torch_xla.runtime"


def use_spmd(auto=False):
    if auto:
        return unknown("torch_xla.runtime.use_spmd(auto=True) is not known")
    _process["spmd"] = True


def is_spmd():
    return spmd()


def global_runtime_device_count():
    return jax.device_count()


def global_device_count():
    return 1 if spmd() else jax.device_count()


def addressable_runtime_device_count():
    return jax.device_count()


def local_device_count():
    return 1 if spmd() else jax.device_count()


def addressable_device_count():
    return 1 if spmd() else jax.device_count()


def world_size():
    return 1 if spmd() else jax.device_count()


def global_ordinal():
    return 0


def local_ordinal():
    return 0


def process_index():
    return 0


def process_count():
    return 1


def local_process_count():
    return 1


def host_index():
    return 0


def using_pjrt():
    return True


def device_type():
    return unknowable("torch_xla.runtime.device_type()")


def set_device_type(pjrt_device):
    pass


def initialize_cache(path, readonly=False):
    pass


def xla_device(n=None, devkind=None):
    return member("torch_xla", "device")(n)


def set_rng_state(seed, device=None):
    pass


def manual_seed(seed, device=None):
    pass
