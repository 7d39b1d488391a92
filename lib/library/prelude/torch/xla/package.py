"""The package torch_xla itself. torch_xla: torch_xla/torch_xla.py."""
from prelude.torch.xla.state import _process

MODULE = "torch_xla"

_version = framework[1]
__version__ = f"{_version[0]}.{_version[1]}.{_version[2]}"


def device(index=None):
    return member("torch", "device")("xla", 0 if index is None or member("torch_xla.runtime", "is_spmd")() else index)


def devices():
    return [device(i) for i in range(member("torch_xla.runtime", "addressable_device_count")())]


def real_devices():
    return [f"CPU:{i}" for i in range(jax.device_count())]


def device_count():
    return len(real_devices())


def sync(wait=False, reset_scope=True):
    _process["syncs"] += 1
    _process["racing"] = not wait


class step:
    """Of a block whose operations run together."""

    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        sync()

    def __exit__(self, *details):
        sync()


def compile(f=None, full_graph=False, name=None, num_different_graphs_allowed=None):
    if f is None:
        return step()

    def compiled(*args, **kwargs):
        sync()
        result = f(*args, **kwargs)
        sync()
        return result

    return compiled


def manual_seed(seed, device=None):
    pass


def launch(fn, args=(), start_method="spawn", debug_single_process=False):
    """Of the processes that run the function, one for each device, the first."""
    if member("torch_xla.runtime", "is_spmd")():
        raise NotImplementedError("launch function does not support SPMD at this time")
    program_call(fn, 0, *args)
