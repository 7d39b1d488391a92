"""Process groups, seen from rank 0. torch: torch/distributed/distributed_c10d.py."""
MODULE = "torch.distributed"

_process = {"started": False}


def _start():
    _process["started"] = True


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name="", pg_options=None, device_id=None):
    if _process["started"]:
        raise ValueError("trying to initialize the default process group twice!")
    _start()


def destroy_process_group(group=None):
    _process["started"] = False


def is_initialized():
    return _process["started"]


def is_available():
    return True


def _require():
    """A launcher, or what is not followed, may have made the group."""
    if not _process["started"]:
        return unknown("whether a process group was made before is not known")


def get_rank(group=None):
    _require()
    return 0


def get_world_size(group=None):
    _require()
    return jax.device_count() if group is None else group.size()


def get_node_local_rank(fallback_rank=None):
    return 0


def is_nccl_available():
    return True


def is_gloo_available():
    return True


def is_torchelastic_launched():
    return True


def get_backend(group=None):
    _require()
    return unknowable("the backend", "gloo")


def get_default_backend_for_device(device):
    kind = str(device).split(":")[0]
    return {"cpu": "gloo", "cuda": "nccl", "xpu": "xccl", "mps": "gloo"}.get(kind) or unknown("the backend of this device is not known")


class ProcessGroup:
    def __init__(self, ranks):
        self.ranks = ranks

    def size(self):
        return len(self.ranks)

    def rank(self):
        return 0
