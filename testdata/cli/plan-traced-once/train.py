"""A function that is traced once and compiled for the types that are asked first, and for each way its arguments lie."""
# shardctl: framework=jax==0.10.2 devices=8
import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


def put(x, *spec):
    return jax.device_put(x, NamedSharding(mesh, P(*spec)))


def create(seed):
    scale = jnp.float32(seed)
    return {"up": scale * jnp.ones((64, 256)), "down": scale * jnp.ones((256, 64)), "step": 0}


@jax.jit
def step(params, x):
    hidden = jax.nn.relu(x @ params["up"])
    out = hidden @ params["down"]
    return {**params, "step": params["step"] + 1}, out.sum()


shapes = jax.eval_shape(create, 1)
specs = {"up": P(None, "model"), "down": P("model", None), "step": P()}
shardings = {name: NamedSharding(mesh, specs[name]) for name in shapes}
params = jax.jit(create, out_shardings=shardings)(1)
for _ in range(3):
    params, loss = step(params, put(jnp.ones((32, 64)), "data", None))
other = {"up": put(params["up"], "data", None), "down": put(params["down"], None, "data"), "step": put(params["step"])}
other, loss = step(other, put(jnp.ones((32, 64)), "data", None))
