# shardctl: framework=dtensor==2.9.0 devices=4
import torch
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

mesh = init_device_mesh("cpu", (4,))
model = nn.Linear(16, 12)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
fully_shard(model, mesh=mesh)
