# A module that every process has, with a sampler of its own part of the data.
# shardctl: framework=dtensor==2.9.0 devices=4
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

dist.init_process_group("gloo")
model = DDP(nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4)), find_unused_parameters=True)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
data = TensorDataset(torch.randn(64, 16), torch.randint(0, 4, (64,)))
sampler = DistributedSampler(data, num_replicas=4, rank=0)
sampler.set_epoch(0)
for x, y in DataLoader(data, batch_size=8, sampler=sampler):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
with model.no_sync():
    model(torch.randn(8, 16)).sum().backward()
saved = model.module.state_dict()
names = [name for name in model.state_dict()]
