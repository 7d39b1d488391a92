# shardctl: devices=8
import torch, torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import distribute_tensor, Replicate, Shard
from torch.distributed.tensor.parallel import parallelize_module, ColwiseParallel, RowwiseParallel
mesh = init_device_mesh("cpu", (2, 4), mesh_dim_names=("dp", "tp"))
class FF(nn.Module):
    def __init__(self):
        super().__init__()
        self.w1 = nn.Linear(64, 128, bias=False)
        self.w2 = nn.Linear(128, 64, bias=False)
    def forward(self, x):
        return self.w2(torch.relu(self.w1(x)))
model = FF()
parallelize_module(model, mesh["tp"], {"w1": ColwiseParallel(), "w2": RowwiseParallel()})
fully_shard(model, mesh=mesh["dp"])
uneven = distribute_tensor(torch.randn(9, 4), mesh, [Shard(0), Shard(0)])
moved = distribute_tensor(torch.randn(64, 8), mesh, [Shard(0), Replicate()])
local = moved.to_local()
whole = moved.redistribute(placements=[Replicate(), Replicate()])
