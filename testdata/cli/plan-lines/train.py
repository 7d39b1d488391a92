import jax
import jax.numpy as jnp

jax.set_mesh(jax.make_mesh((2,), ("x",), axis_types=(jax.sharding.AxisType.Auto,)))


@jax.jit
def f(pairs):
    first, second = (
        pairs)
    total = jnp.outer(first, second)
    for row in jnp.cumsum(
            pairs, 1):
        total = total + row
    parts = [
        jnp.exp(half)
        for half in jnp.flip(pairs, 1)]
    return total, jnp.hypot(
        *jnp.tan(pairs)), [
            *jnp.cos(pairs)], parts


f(jax.device_put(jnp.ones((2, 4)), jax.NamedSharding(jax.sharding.get_mesh(), jax.P(None, "x"))))
