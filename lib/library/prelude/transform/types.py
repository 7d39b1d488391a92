"""Types of arrays. JAX: core.py ShapeDtypeStruct."""


@function("jax.ShapeDtypeStruct", since="0.10.1")
def like(x):
    if not is_array(x) and not isinstance(x, (int, float, complex)):
        unknown("ShapeDtypeStruct.like of this")
    return jax.ShapeDtypeStruct(jnp.shape(x), jnp.asarray(x).dtype, weak_type=jax.typeof(x).weak_type,
                                sharding=sharding_of(x) if is_array(x) else None)
