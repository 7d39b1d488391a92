import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
layouts = {
    "up": P("data", "model"),
    "down": P("model", None),
    "bias": P(None, "model"),
    "scale": P("data"),
}
shardings = {name: NamedSharding(mesh, spec) for name, spec in layouts.items()}
parameters = {
    "up": jnp.ones((64, 255)),
    "down": jnp.ones((256, 64)),
    "bias": jnp.ones(32),
    "scale": jnp.ones(6),
}
placed = jax.device_put(parameters, shardings)


@jax.jit
def constrained(parameters):
    return jax.lax.with_sharding_constraint(parameters, shardings)


constrained(placed)
jax.jit(lambda parameters: parameters, in_shardings=(shardings,))(parameters)
