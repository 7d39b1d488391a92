import jax, jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("fsdp", "tp"), axis_types=(AxisType.Auto, AxisType.Auto))
params = {"w": jnp.ones((16, 8)), "scale": jnp.ones((8,))}
params["w"] = jax.device_put(params["w"], NamedSharding(mesh, P("fsdp", "tp")))
moments = jax.tree.map(jnp.zeros_like, params)
x = jax.device_put(jnp.ones((32, 16)), NamedSharding(mesh, P("fsdp")))


@jax.jit
def train_step(params, moments, x, flip=False):
    def loss(params):
        return jnp.mean((x @ params["w"] * params["scale"]) ** 2)

    gradients = jax.grad(loss)(params)
    moments = jax.tree.map(lambda m, g: 0.9 * m + g, moments, gradients)
    return jax.tree.map(lambda p, m: p - 0.1 * m, params, moments), moments


for _ in range(20):
    params, moments = train_step(params, moments, x)
norm = jax.jit(lambda w: jnp.sum(w**2))
norm(params["w"].T)
