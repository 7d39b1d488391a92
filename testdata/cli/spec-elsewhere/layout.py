import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
layouts = {
    "embedding": P("model", None),
    "bias": P("data", "model"),
    "scale": P("modle"),
}
sharding = NamedSharding(mesh, P("data", None, None))
parameters = {"embedding": jnp.ones((64, 16)), "bias": jnp.ones(16), "scale": jnp.ones(16)}


def place(name, x):
    return jax.device_put(x, NamedSharding(mesh, layouts[name]))


parameters = {name: place(name, x) for name, x in parameters.items()}
activations = jax.device_put(jnp.ones((6, 16, 16)), sharding)
