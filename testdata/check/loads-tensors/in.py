# Tensors of torch that a program of JAX makes and hands on.
import jax.numpy as jnp
import numpy as np
import torch

a = torch.tensor(np.ones((3, 4)), device=torch.device("cpu"))
b = torch.as_tensor([[1.0, 2.0], [3.0, 4.0]])
c = torch.from_numpy(np.arange(6))
d = torch.zeros(3, 4, dtype=torch.int64)
e = torch.stack([b, b]).to(torch.float16)
f = torch.cat([torch.randn((2, 3)), torch.rand(2, 3)], dim=1)
torch.manual_seed(0)
v, w = jnp.asarray(a.numpy()), jnp.asarray(b.cpu().numpy())
x, y, z = jnp.asarray(c.numpy()), jnp.asarray(d.numpy()), jnp.asarray(e.numpy())
g = jnp.asarray(f.numpy())
torch.nn.Linear(4, 2)(a)
a[0] = 1
a[:, 1] += 2
if (a > 0).any() or a.sum() == 3:
    print(a.mean(), -a, a @ a.T, a ** 2, a.requires_grad, a in [a], float(a[0, 0]))
first = jnp.asarray(a[torch.tensor([0, 2])].numpy())
