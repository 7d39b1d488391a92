# shardctl: framework=torch_xla==2.9.0 devices=8
# Which accelerator it runs on is not known: what is imported on one may be there.
import torch
import torch_xla
from torch_xla import runtime as xr

if xr.device_type() == "TPU":
    import jax.numpy as jnp

dtype = jnp.float32
