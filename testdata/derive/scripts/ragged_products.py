"""Ragged products of other kinds: groups of their own for each example, contracted groups, batches that
are groups, vmap, a derivative forward, and within shard_map over weights that are gathered."""
import functools

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("d", "m"), axis_types=(AxisType.Auto,) * 2)


def put(spec, *shape, dtype=jnp.float32):
    return jax.device_put(jnp.ones(shape, dtype), NamedSharding(mesh, spec))


def numbers(contracting, batch, ragged, group):
    return lax.RaggedDotDimensionNumbers((contracting, batch), ragged, group)


@jax.jit
def batched(x, w, sizes):
    dims = numbers(((2,), (2,)), ((0,), (1,)), [1], [0])
    return jax.value_and_grad(lambda x, w: jnp.sum(lax.ragged_dot_general(x, w, sizes, dims) ** 2), (0, 1))(x, w)


@jax.jit
def contracted(x, y, sizes):
    return lax.ragged_dot_general(x, y, sizes, numbers(((1, 2), (2, 0)), ((0,), (1,)), [2], []))


@jax.jit
def groups_of_batches(x, y, sizes):
    return lax.ragged_dot_general(x, y, sizes, numbers(((2,), (1,)), ((0,), (0,)), [0], []))


@jax.jit
def mapped(x, w, sizes):
    return jax.vmap(lax.ragged_dot)(x, w, sizes)


@jax.jit
def forward(x, w, sizes, t):
    return jax.jvp(lambda x, w: lax.ragged_dot(x, w, sizes), (x, w), (x, t))


@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("d"), P("m"), P("d")), out_specs=P("d"))
def block(x, w, sizes):
    return lax.psum(lax.ragged_dot(x, lax.all_gather(w, "m", axis=0, tiled=True), sizes), "m")


@jax.jit
def manual(w, x, sizes):
    return jax.grad(lambda w: jnp.sum(block(x, w, sizes) ** 2))(w)


batched(put(P("d", "m"), 4, 64, 24), put(P("m", "d"), 8, 4, 24, 40), put(P("d"), 4, 8, dtype=jnp.int32))
contracted(put(P("d", None, "m"), 4, 6, 64, 16), put(P("m", "d"), 64, 4, 6, 24), put(P(), 8, dtype=jnp.int32))
groups_of_batches(put(P("d"), 8, 64, 32), put(P("d", None, "m"), 8, 32, 16), put(P(), 4, dtype=jnp.int32))
mapped(put(P("d"), 8, 64, 32), put(P("d", None, None, "m"), 8, 4, 32, 16), put(P("d"), 8, 4, dtype=jnp.int32))
forward(put(P("d"), 64, 32), put(P("m", "d"), 4, 32, 16), put(P(), 4, dtype=jnp.int32), put(P("m"), 4, 32, 16))
manual(put(P("m"), 4, 32, 16), put(P("d"), 64, 32), put(P("d"), 16, dtype=jnp.int32))
