"""Logarithms of running sums of exponentials, along dimensions that are cut and whole, and gradients."""
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("data", "time"), axis_types=(AxisType.Auto,) * 2)
explicit = jax.make_mesh((8,), ("rows",), axis_types=(AxisType.Explicit,))


def put(mesh, spec, *shape):
    return jax.device_put(jnp.ones(shape), NamedSharding(mesh, spec))


@jax.jit
def step(a, x):
    def loss(a):
        ahead = lax.cumlogsumexp(a + x, axis=2)[:, :, -1]
        behind = lax.cumlogsumexp(a, axis=1, reverse=True)[:, 0, :].sum(-1, keepdims=True)
        return jnp.sum(ahead - behind)
    return jax.value_and_grad(loss)(a), lax.cumlogsumexp(x, axis=1)


@jax.jit
def typed(x):
    return jax.grad(lambda x: jnp.sum(lax.cumlogsumexp(x, axis=1)))(x), lax.cumlogsumexp(x, axis=1, reverse=True)


step(put(mesh, P("data", "time"), 8, 16, 24), put(mesh, P("data"), 8, 16, 24))
with jax.set_mesh(explicit):
    typed(put(explicit, P("rows"), 64, 32))
