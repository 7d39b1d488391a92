# shardctl: devices=8
import numpy as np, torch, torch.nn as nn
import torch_xla.core.xla_model as xm, torch_xla.runtime as xr
import torch_xla.distributed.spmd as xs
xr.use_spmd()
mesh = xs.Mesh(np.arange(8), (4, 2), ('data', 'model'))
class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(64, 128)
        self.fc2 = nn.Linear(128, 60)
    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))
model = MLP().to(xm.xla_device())
xs.mark_sharding(model.fc1.weight, mesh, ('model', None))
xs.mark_sharding(model.fc2.weight, mesh, ('data', 'model'))
x = torch.randn(16, 64).to('xla')
xs.mark_sharding(x, mesh, ('data', None))
y = model(x)
