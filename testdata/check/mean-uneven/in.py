# shardctl: framework=dtensor==2.9.0 devices=4
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

mesh = init_device_mesh("cpu", (4,))
x = distribute_tensor(torch.randn(10, 4), mesh, [Shard(0)])
loss = x.mean()
