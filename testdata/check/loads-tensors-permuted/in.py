# A tensor has fewer dimensions than are put in another order, which torch says in its own way.
import jax.numpy as jnp
import numpy as np
import torch

try:
    torch.from_numpy(np.ones((64, 48), np.float32)).permute(0, 3, 1, 2)
except RuntimeError:
    images = torch.from_numpy(np.ones((2, 8, 8, 3), np.float32)).permute(0, 3, 1, 2)
x = jnp.asarray(images)
torch.from_numpy(np.ones((64, 48), np.float32)).permute((0, 3, 1, 2))
