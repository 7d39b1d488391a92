# shardctl: devices=8
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard, distribute_tensor

mesh = init_device_mesh("cuda", (8,))
x = torch.empty([1] * 70)
y = distribute_tensor(torch.empty([2] * 30 + [1] * 60), mesh, [Shard(0)])
z = DTensor.from_local(torch.empty(2, 2), mesh, [Shard(0)], shape=(-3, 2), stride=(2, 1))
w = distribute_tensor(torch.empty(16, 4), mesh, [Shard(0)])
