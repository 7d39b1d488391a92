# shardctl: framework=dtensor==2.9.0 devices=4
import os

import torch
import torch.nn.functional as F
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator()
mesh = init_device_mesh(device.type, (int(os.environ["WORLD_SIZE"]),))
whole = torch.randn(2, 8, 16, 64, device=device, requires_grad=True)
heads = distribute_tensor(whole, mesh, [Shard(1)])
out = F.scaled_dot_product_attention(heads, heads, heads, is_causal=True)
out.sum().backward()
assert out.placements == (Shard(1),)
batch = distribute_tensor(torch.randn(8, 6, 16, 64, device=device, dtype=torch.bfloat16), mesh, [Shard(0)])
assert F.scaled_dot_product_attention(batch, batch, batch).placements == (Shard(0),)
odd = distribute_tensor(torch.randn(2, 8, 16, 6, device=device), mesh, [Shard(1)])
decomposed = F.scaled_dot_product_attention(odd, odd, odd)
wrong = out + torch.randn(2, 8, 16, 64, device=device)
