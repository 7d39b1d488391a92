# FSDP brings what the first module is given to its device, and the parameters too.
# shardctl: framework=dtensor==2.15.0 devices=8
import torch, torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
mesh = init_device_mesh("cuda", (8,))
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.n = nn.Linear(4, 16), nn.Linear(16, 4), nn.BatchNorm1d(4)
    def forward(self, x):
        return self.n(self.b(self.a(x).relu()))
m = M()
fully_shard(m.a, mesh=mesh)
fully_shard(m, mesh=mesh)
o = torch.optim.AdamW(m.parameters())
y = m(torch.randn(16, 4))
y.sum().backward()
o.step()
assert y.device.type == "cuda"
k = M().cuda()
fully_shard(k)
z = k(torch.randn(16, 4))
w = z - torch.randn(16, 4).cuda()
loss = nn.functional.mse_loss(z, torch.randn(16, 4))
fully_shard(nn.ModuleList([nn.Linear(4, 8)]))
