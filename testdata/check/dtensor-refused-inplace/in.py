# To a partial sum no number can be added where it lies: each rank would add it.
# shardctl: framework=dtensor==2.15.0 devices=4
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

mesh = init_device_mesh("cpu", (4,))
x = distribute_tensor(torch.randn(8, 8), mesh, [Shard(0)])
y = x.sum(0)
y.add_(1.0)
