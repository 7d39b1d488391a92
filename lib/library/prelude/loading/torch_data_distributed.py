"""torch: torch/utils/data/distributed.py."""
from prelude.loading.torch_data import DistributedSampler

MODULE = "torch.utils.data.distributed"
