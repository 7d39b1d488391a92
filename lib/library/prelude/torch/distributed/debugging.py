"""torch: torch/distributed/tensor/debug/_comm_mode.py, torch/distributed/tensor/experimental."""
from prelude.torch.distributed.dispatch import _implicit

MODULE = "torch.distributed.tensor.experimental"


class implicit_replication:
    def __enter__(self):
        _implicit["on"] = True

    def __exit__(self, *details):
        _implicit["on"] = False
