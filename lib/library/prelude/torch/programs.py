"""What lies around a program. torch: torch/__init__.py, torch/_compile.py, torch/serialization.py."""
MODULE = "torch"


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    return model if model is not None else lambda f: f


def save(obj, f, pickle_module=None, pickle_protocol=2):
    return None


def load(f, map_location=None, pickle_module=None, *, weights_only=True, mmap=None):
    return unknowable("torch.load(…)")


def set_flush_denormal(mode):
    return True


def is_inference_mode_enabled():
    return False


def get_num_threads():
    return unknowable("the number of threads", 1)


strided = "torch.strided"
contiguous_format = "torch.contiguous_format"
preserve_format = "torch.preserve_format"
channels_last = "torch.channels_last"
inf = math.inf
nan = math.nan
pi = math.pi
e = math.e


class Generator:
    def __init__(self, device="cpu"):
        self.device = member("torch", "device")(device)

    def manual_seed(self, seed):
        return self
