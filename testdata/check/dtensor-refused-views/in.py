# Each view is refused, and brought to the placements that the help says it is taken.
# shardctl: framework=dtensor==2.9.0 devices=4
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
x = distribute_tensor(torch.randn(8, 4, 16), mesh, [Shard(0), Shard(1)])
try:
    y = x.view(32, 16)
except RuntimeError:
    y = x.redistribute(placements=[Replicate(), Replicate()]).view(32, 16)
q = distribute_tensor(torch.randn(8, 6), mesh, [Shard(0), Shard(1)])
z = q.view(8, 3, 2)
