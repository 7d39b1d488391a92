import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
layouts = {"up": P("data", "modle"), "down": P("model", "model"), "bias": P()}
parameters = {"up": jnp.ones((64, 256)), "down": jnp.ones((256, 64)), "bias": jnp.ones(32)}
parameters = jax.tree.map(
    lambda x, spec: jax.device_put(x, NamedSharding(mesh, spec)), parameters, layouts
)


@jax.jit
def forward(parameters, x):
    h = jax.lax.with_sharding_constraint(x @ parameters["up"], NamedSharding(mesh, P("data", None, None)))
    return jax.nn.relu(h) @ parameters["down"] + parameters["bias"]


forward(parameters, jax.device_put(jnp.ones((30, 64)), NamedSharding(mesh, P("data"))))
