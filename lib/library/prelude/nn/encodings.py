"""Numbers as vectors. JAX: nn/functions.py."""


def _classes_sharding(x, axis, asked):
    """That of the numbers of the classes, which are compared with x: as x is, or as is asked for."""
    own = sharding_of(x)
    if asked is None:
        return own and NamedSharding(own.mesh, P(*([None] * (x.ndim + 1))))
    spec = asked if isinstance(asked, P) else asked.spec
    if spec.unreduced or spec.reduced:
        refuse(NotImplementedError, "", rule="unreduced-axis")
    entries = list(spec) + [None] * (x.ndim + 1 - len(spec))
    given, others = P(*[entry for i, entry in enumerate(entries) if i != axis]), (None,) * x.ndim
    if tuple(given) != (others if own is None else tuple(own.spec)):
        refuse("ShardingTypeError", "The input part of spec in out_sharding should match the spec of "
               f"`x`. Got typeof(x).spec={phrase('{spec}', x)} and out_sharding.spec={given}",
               rule="sharding-conflict",
               help="out_sharding can only shard the new dimension; x keeps its own")
    if len(spec) <= axis:
        refuse(IndexError, "tuple index out of range", rule="rank-mismatch",
               say="the spec has no entry for the new dimension", help="write an entry for each dimension of the result")
    spec = P(*[entry if i == axis else None for i, entry in enumerate(entries)])
    return spec if isinstance(asked, P) else NamedSharding(asked.mesh, spec)


@function("jax.nn", until="0.11.0", without="out_sharding", jitted="within")
@function("jax.nn", since="0.11.0", jitted="within")
def one_hot(x, num_classes, *, dtype=None, axis=-1, out_sharding=None):
    num_classes, x = concrete_int(num_classes), jnp.asarray(x)
    dtype = canonical_dtype(dtype, float)
    asked = canonical_sharding(out_sharding, "jax.nn.one_hot")
    if isinstance(axis, str):
        unknown("one_hot along a named axis is not known")
    axis = canonical_axis(static_int(axis), x.ndim + 1)
    sharding = _classes_sharding(x, axis, asked)
    shape = [num_classes if i == axis else 1 for i in range(x.ndim + 1)]
    spread = lax.expand_dims(x, (axis,))
    if sharding is None or release < (0, 5, 3):
        numbers = lax.broadcasted_iota(x.dtype, shape, axis)
    else:
        numbers = lax.broadcasted_iota(x.dtype, shape, axis, out_sharding=sharding)
    return (spread == numbers).astype(dtype)
