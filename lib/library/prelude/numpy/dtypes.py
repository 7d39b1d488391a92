"""jax.dtypes. JAX: dtypes.py."""


@function("jax.dtypes")
def issubdtype(a, b):
    return jnp.issubdtype(a, b)


_KINDS = {"bool": (jnp.bool_,), "signed integer": (jnp.signedinteger,), "unsigned integer": (jnp.unsignedinteger,),
          "integral": (jnp.integer,), "real floating": (jnp.floating,), "complex floating": (jnp.complexfloating,),
          "numeric": (jnp.number,)}


@function("jax.numpy")
def isdtype(dtype, kind):
    """Whether the dtype is one of these, or of one of these kinds."""
    if is_array(dtype):
        unknown("isdtype of an array")
    dtype, any_of = jnp.dtype(dtype), kind if isinstance(kind, tuple) else (kind,)
    for one in any_of:
        classes = _KINDS.get(one) if isinstance(one, str) else None
        if jnp.issubdtype(dtype, classes[0]) if classes else dtype == jnp.dtype(one):
            return True
    return False


@function("jax.dtypes")
def canonicalize_dtype(dtype, allow_extended_dtype=False):
    if is_array(dtype):
        unknown("canonicalize_dtype of an array")
    return as_dtype(float if dtype is None else dtype)


@function("jax.dtypes")
def result_type(*args, return_weak_type_flag=False):
    if return_weak_type_flag:
        unknown("result_type with return_weak_type_flag=")
    return jnp.result_type(*args)


@function("jax.lax")
def dtype(x):
    return x.dtype if is_array(x) else unknown("lax.dtype of what is not an array")
