# fully_shard wants names of a mesh of two dimensions.
# shardctl: framework=dtensor==2.9.0 devices=4
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

mesh = init_device_mesh("cpu", (2, 2))
fully_shard(nn.Linear(4, 4), mesh=mesh)
