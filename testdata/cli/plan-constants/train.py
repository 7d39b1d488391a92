import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)
jax.set_mesh(jax.make_mesh((2,), ("x",), axis_types=(jax.sharding.AxisType.Auto,)))


@jax.jit
def f(arrays):
    filled = [jnp.where(a > 0, a, v) for a in arrays for v in (jnp.inf, -jnp.inf, jnp.nan)]
    return filled, [(jnp.max(a), jnp.min(a)) for a in arrays[:5]]


types = "bfloat16", "float16", "float32", "float64", "float8_e5m2", "float8_e4m3fn", "float8_e4m3fnuz"
f([jnp.ones(4, t) for t in types])
