# What a mesh that is not known makes of a module is not known either, nor where its parameters are.
# shardctl: framework=dtensor==2.15.0 devices=8
import torch
import torch.nn as nn
from cluster import ranks
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

mesh = init_device_mesh("cuda", (ranks,))
model = nn.Linear(4, 8)
parallelize_module(parallelize_plan=ColwiseParallel(), device_mesh=mesh, module=model)
y = model(torch.randn(2, 4, device="cuda"))
