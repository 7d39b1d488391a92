# The module inside is reached by .module alone.
# shardctl: framework=dtensor==2.9.0 devices=4
import torch
import torch.distributed as dist
import torch.nn as nn

dist.init_process_group("gloo")
model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4))
for p in model.parameters():
    p.requires_grad = False
try:
    nn.parallel.DistributedDataParallel(model)
except RuntimeError:
    model[0].weight.requires_grad = True
try:
    nn.parallel.DistributedDataParallel(model, device_ids=[0])
except ValueError:
    model = nn.parallel.DistributedDataParallel(model)
first = model[0].weight
