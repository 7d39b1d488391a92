# A bias that was left plain.
# shardctl: framework=dtensor==2.15.0 devices=4
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

mesh = init_device_mesh("cpu", (4,))
x = distribute_tensor(torch.randn(8, 8), mesh, [Shard(0)])
y = x + torch.ones(8)
