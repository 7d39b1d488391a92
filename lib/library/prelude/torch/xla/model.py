"""The older names of the runtime. torch_xla: torch_xla/core/xla_model.py."""
from prelude.torch.xla.loader import _send
from prelude.torch.xla.package import device, sync
from prelude.torch.xla.state import settle

MODULE = "torch_xla.core.xla_model"


def xla_device(n=None, devkind=None):
    return device(n)


def get_xla_supported_devices(devkind=None, max_devices=None):
    if member("torch_xla.runtime", "is_spmd")():
        return ["xla:0"]
    return [f"xla:{i}" for i in range(jax.device_count())]


def xla_device_hw(device):
    return "CPU"


def xla_real_devices(devices=None):
    return [f"CPU:{i}" for i in range(jax.device_count())]


def mark_step(wait=False, reset_scope=True):
    sync(wait)


def wait_device_ops(devices=[]):
    settle()


def unlazy(tensors):
    sync()


def optimizer_step(optimizer, barrier=False, optimizer_args={}, groups=None, pin_layout=True):
    loss = optimizer.step(**optimizer_args)
    if barrier:
        sync()
    return loss


def reduce_gradients(optimizer, groups=None, pin_layout=True):
    pass


def is_master_ordinal(local=True):
    return True


def get_ordinal():
    return 0


def get_local_ordinal():
    return 0


def xrt_world_size():
    return member("torch_xla.runtime", "world_size")()


def master_print(*args, **kwargs):
    print(*args)


def add_step_closure(closure, args=(), run_async=False):
    closure(*args)


def rendezvous(tag, payload=b"", replicas=[]):
    return [payload]


def set_rng_state(seed, device=None):
    pass


def get_rng_state(device=None):
    return unknown("torch_xla.core.xla_model.get_rng_state is not known")


def save(data, file_or_path, master_only=True, global_master=False):
    pass


def send_cpu_data_to_device(datas, device, input_sharding=None):
    return _send(datas, input_sharding)
