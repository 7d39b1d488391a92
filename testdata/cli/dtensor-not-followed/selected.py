# shardctl: devices=8
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, distribute_tensor

mesh = init_device_mesh("cpu", (8,))
table = distribute_tensor(torch.randn(8, 16), mesh, [Replicate()])
first = table[0]
scaled = table * 2
