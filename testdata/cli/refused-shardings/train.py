import functools

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
both, data = NamedSharding(mesh, P("data", "model")), NamedSharding(mesh, P("data"))


@functools.partial(jax.jit, out_shardings={"weight": both, "bias": both})
def init(key):
    return {"weight": jax.random.normal(key, (64, 128)), "bias": jnp.zeros(128)}


@functools.partial(jax.jit, in_shardings=(None, data))
def forward(parameters, x):
    return x @ parameters["weight"] + parameters["bias"][:64]


parameters = init(jax.random.key(0))
y = forward(parameters, jnp.ones((30, 64)))
try:
    forward(parameters, jnp.ones((31, 64)))
except ValueError:
    y = jnp.ones((32, 128))
z = y.reshape(16, -1, 7)
