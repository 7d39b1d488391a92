"""jax.dtypes. JAX: dtypes.py."""


@function("jax.dtypes")
def issubdtype(a, b):
    return jnp.issubdtype(a, b)


@function("jax.dtypes")
def canonicalize_dtype(dtype, allow_extended_dtype=False):
    if is_array(dtype):
        unknown("canonicalize_dtype of an array")
    return as_dtype(dtype)


@function("jax.dtypes")
def result_type(*args, return_weak_type_flag=False):
    if return_weak_type_flag:
        unknown("result_type with return_weak_type_flag=")
    return jnp.result_type(*args)
