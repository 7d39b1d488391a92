"""Functions of the host that are called from traced code: their results have the types that are said. JAX:
callback.py."""

_METHODS = ["sequential", "sequential_unrolled", "expand_dims", "broadcast_all", "legacy_vectorized", None]


def _results(result_shape_dtypes, given, pure, mappable):
    if has_explicit_axes():
        unknown("how the results of a callback are sharded")
    results = jax.tree.map(lambda s: jnp.zeros(s.shape, s.dtype), result_shape_dtypes)
    arrays = [leaf_array(x) for x in jax.tree.leaves(given)]
    leaves, tree = jax.tree.flatten(results)
    return jax.tree.unflatten(tree, apply_callback(arrays, leaves, pure, mappable)) if arrays and leaves else results


@function("jax", also="vectorized")
def pure_callback(callback, result_shape_dtypes, *args, sharding=None, vmap_method=None, **kwargs):
    if vmap_method not in (_METHODS if release >= (0, 4, 34) else [None]):
        raise ValueError(f"vmap_method must be on of the allowed methods {_METHODS}, but got: {vmap_method}")
    return _results(result_shape_dtypes, (args, kwargs), True, vmap_method is not None or release < (0, 6))


@function("jax.experimental")
def io_callback(callback, result_shape_dtypes, *args, sharding=None, ordered=False, **kwargs):
    return _results(result_shape_dtypes, (args, kwargs), False, not ordered)
