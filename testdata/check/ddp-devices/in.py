# DistributedDataParallel brings what it is given to its device, where it is told which.
# shardctl: framework=dtensor==2.15.0 devices=8
import os, torch, torch.nn as nn
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
dist.init_process_group("nccl")
rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(rank)
m = nn.Linear(4, 8).to(rank)
d = DDP(m, device_ids=[rank])
y = d(torch.randn(2, 4))
z = y.sum()
z.backward()
x = torch.randn(2, 4, device="cuda")
w = d(x) + y
p = DDP(m)
q = p(torch.randn(2, 4))
rows = torch.randn(5, 3, device="cuda")[torch.tensor([0, 2])]
rows[torch.tensor([True, False])] = torch.ones(3, device="cuda")
assert rows.device.type == "cuda"
columns = torch.randn(5, 3)[torch.tensor([0, 2], device="cuda")]
rows[torch.tensor([0])] = torch.ones(3)
