import jax, jax.numpy as jnp
from functools import partial
from jax.sharding import Mesh, PartitionSpec as P, NamedSharding, AxisType
mesh = jax.make_mesh((1, 8), ("x", "y"), axis_types=(AxisType.Auto,) * 2)
@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=P("x", "y"), out_specs=P("x", "y"))
def f(a):
    n = jax.lax.axis_size("x")
    b = jax.lax.ppermute(a, "x", [(i, (i + 1) % n) for i in range(n)])
    c = jax.lax.ppermute(a, "y", [(i, (i + 1) % 8) for i in range(8)])
    d = jax.lax.psum(a, "x")
    e = jax.lax.all_gather(a, "x", tiled=True)
    g = jax.lax.psum_scatter(a, "x", tiled=True)
    h = jax.lax.all_to_all(a, "x", 0, 1, tiled=True)
    return b + c + d + e + g + h
x = jax.device_put(jnp.ones((8, 16)), NamedSharding(mesh, P("x", "y")))
f(x)
