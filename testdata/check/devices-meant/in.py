import numpy as np
import torch
import torch_xla.runtime as xr
import torch_xla.distributed.spmd as xs
xr.use_spmd()
num_devices = xr.global_runtime_device_count()
mesh = xs.Mesh(np.arange(num_devices), (4, 2), ('data', 'model'))
w = torch.zeros(16, 32).to('xla')
xs.mark_sharding(w, mesh, ('data', 'model', None))
