# shardctl: framework=dtensor==2.9.0 devices=4
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.w1 = nn.Linear(32, 64, bias=False)
        self.w2 = nn.Linear(64, 32, bias=False)


mesh = init_device_mesh("cpu", (4,))
model = parallelize_module(FeedForward(), mesh, {"w1": ColwiseParallel(), "out": RowwiseParallel()})
