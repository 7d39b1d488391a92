# Constraints that repeat how an array was placed, in a jitted function and outside of it. One that every call meets
# differently, one of a value that the function computes, and one to another layout move something.
import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
rows = NamedSharding(mesh, P("data"))
whole = NamedSharding(mesh, P())


@jax.jit
def step(w, x, y):
    w = jax.lax.with_sharding_constraint(w, whole)
    x = jax.lax.with_sharding_constraint(x, rows)
    y = jax.lax.with_sharding_constraint(y, whole)
    z = jax.lax.with_sharding_constraint(jnp.dot(x, w), rows)
    return jax.lax.with_sharding_constraint(w - jnp.mean(z - y), whole)


@jax.jit
def repeated(x):
    def body(carry, _):
        return jax.lax.with_sharding_constraint(carry, rows) * 2, None
    return jax.lax.scan(body, x, length=2)[0]


w = jnp.zeros((16, 4))
x = jax.device_put(jnp.zeros((64, 16)), rows)
y = jax.device_put(jnp.zeros((64, 4)), rows)
for _ in range(2):
    w = step(w, x, y)
repeated(x)
x = jax.lax.with_sharding_constraint(x, rows)
