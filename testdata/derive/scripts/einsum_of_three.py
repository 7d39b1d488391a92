"""Products of three operands, which are contracted in the order that takes the fewest multiplications."""
import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


def placed(shape, *spec):
    return jax.device_put(jnp.ones(shape), NamedSharding(mesh, P(*spec)))


@jax.jit
def combined(keep, slots, gates):
    combine = jnp.einsum("btke,btkc,btk->btec", keep, slots, gates)
    return jax.lax.with_sharding_constraint(combine, NamedSharding(mesh, P("data", None, "model")))


@jax.jit
def balanced(router, tokens):
    def loss(router):
        gates = jax.nn.softmax(jnp.einsum("btd,de->bte", tokens, router))
        slots = jax.nn.one_hot(jnp.arange(12) % 3, 3)
        return jnp.sum(jnp.einsum("bte,tc,btd->ecd", gates, slots, tokens) ** 2)
    return jax.grad(loss)(router)


@jax.jit
def decayed(keys, values, decay):
    return jnp.einsum("bjd,bje,j->bde", keys, values, decay)


combined(placed((8, 12, 2, 8), "data"), placed((8, 12, 2, 5), "data"), placed((8, 12, 2), "data"))
balanced(placed((16, 8), None, "model"), placed((8, 12, 16), "data"))
decayed(placed((8, 4, 16), "data", None, "model"), placed((8, 4, 16), "data"), placed((4,)))
