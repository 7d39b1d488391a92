# What torchrun and the accelerator say, and how many batches a process gets.
# shardctl: framework=dtensor==2.15.0 devices=4
import os

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

if torch.accelerator.is_available():
    device = torch.device(f"{torch.accelerator.current_accelerator()}:{os.environ['LOCAL_RANK']}")
    torch.accelerator.device_index(int(os.environ["LOCAL_RANK"]))
else:
    device = torch.device("cpu")
dist.init_process_group(dist.get_default_backend_for_device(device), device_id=device)
model = torch.nn.Linear(8, 6).to(device)
fully_shard(model)
data = TensorDataset(torch.randn(64, 8))
loader = DataLoader(data, batch_size=4, sampler=DistributedSampler(data))
assert len(loader) == 4
for (x,) in loader:
    y = model(x)
z = model.weight + torch.ones(6, 8, device=device)
