# shardctl: devices=8
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard

mesh = init_device_mesh("cpu", (2, 4))
t = DTensor.from_local(torch.randn(4, 8), mesh, [Shard(0)])
u = t.redistribute(mesh, [Replicate(), Replicate()])
