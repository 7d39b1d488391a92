# shardctl: framework=torch_xla==2.9.0 devices=8
# XLA is asked for what torch refuses: sizes of an einsum that differ, here behind dots.
import torch
import torch_xla

x = torch.zeros(3, 5, device="xla")
y = torch.zeros(5, 7, device="xla")
z = torch.einsum("...n,mn->...m", x, y)
