# shardctl: framework=dtensor==2.9.0 devices=8
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

mesh = init_device_mesh("cpu", (2, 4), mesh_dim_names=("dp", "tp"))
model = nn.Linear(16, 12)
fully_shard(model, mesh=mesh)
fully_shard(nn.Linear(16, 12), mesh=mesh["dp"])
