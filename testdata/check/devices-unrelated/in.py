import numpy as np
import torch
import torch_xla
import torch_xla.distributed.spmd as xs
import torch_xla.runtime as xr

xr.use_spmd()
num_devices = xr.global_runtime_device_count()
mesh = xs.Mesh(np.array(range(num_devices)), (num_devices,), ('expert',))
model = torch.nn.Linear(64, 128)
xs.mark_sharding(model.weight, mesh, ('expert', None))
model = model.to(torch_xla.device())
