import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",))


def main():
    batch = jnp.ones((12, 4))
    batch = jax.device_put(batch, NamedSharding(mesh, P("data")))
    return batch


main()
