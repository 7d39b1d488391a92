import jax, jax.numpy as jnp
from jax.sharding import PartitionSpec as P, AxisType
B, D, F = 4096, 8192, 32768
jax.set_mesh(jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Explicit,) * 2))
def mlp(w, x):
    up, down = w
    x = jax.reshard(x, P("data", None))
    h = jax.nn.relu(x @ up)
    return jnp.einsum("bf,fd->bd", h, down, out_sharding=P("data", "model"))
def loss(w, x, y):
    return jnp.sum((mlp(w, x) - y).astype(jnp.float32) ** 2)
@jax.jit
def step(w, x, y):
    return jax.grad(loss)(w, x, y)
w = (jnp.zeros((D, F), jnp.bfloat16, out_sharding=P(None, "model")), jnp.zeros((F, D), jnp.bfloat16, out_sharding=P("model", None)))
x, y = [jnp.zeros((B, D), jnp.bfloat16, out_sharding=P("data", "model")) for _ in range(2)]
g = step(w, x, y)
