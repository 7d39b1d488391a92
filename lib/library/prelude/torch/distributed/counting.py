"""torch: torch/distributed/tensor/debug/_comm_mode.py."""
MODULE = "torch.distributed.tensor.debug"


class CommDebugMode:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return None

    def get_comm_counts(self):
        return unknowable("the number of collectives")

    def get_total_counts(self):
        return unknowable("the number of collectives", 1)
