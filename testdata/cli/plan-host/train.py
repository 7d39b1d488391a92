import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P


def main():
    mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))
    parameters = {"up": jnp.ones((64, 256)), "down": jnp.ones((256, 64))}
    layouts = {"up": P(None, "model"), "down": P("model", None)}
    parameters = jax.device_put(
        parameters, {name: NamedSharding(mesh, layouts[name]) for name in parameters}
    )
    x = jax.device_put(np.ones((32, 64), np.float32), NamedSharding(mesh, P("data")))

    @jax.jit
    def forward(parameters, x):
        return jnp.maximum(x @ parameters["up"], 0) @ parameters["down"]

    print(forward(parameters, x).sum())


main()
