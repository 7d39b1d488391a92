# shardctl: framework=jax==0.10.2 devices=8
"""A layer that is constrained along more dimensions than it has."""
import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def layer(w, x):
    h = x @ w
    return jax.lax.with_sharding_constraint(h, NamedSharding(mesh, P("data", None, "model")))


if __name__ == "__main__":
    w = jax.device_put(jnp.ones((128, 64)), NamedSharding(mesh, P(None, "model")))
    x = jnp.ones((32, 128))
    print("größe", jax.jit(layer)(w, x).shape)
