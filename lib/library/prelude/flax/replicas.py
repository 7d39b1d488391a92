"""Copies of trees on all devices, and one of them. flax 0.12.8: jax_utils.py."""

MODULE = "flax.jax_utils"


def replicate(tree, devices=None, axis_name="_device_put_sharded"):
    count = jax.local_device_count() if devices is None else len(devices)
    return program_call(jax.tree_util.tree_map, lambda x: jnp.stack([x] * count), tree)


def unreplicate(tree):
    return program_call(jax.tree_util.tree_map, lambda x: x if hasattr(x, "ndim") and x.ndim == 0 else x[0], tree)


def pmean(xs, axis_name):
    return lax.pmean(xs, axis_name)


def prefetch_to_device(iterator, size, devices=None, axis_name="_device_put_sharded"):
    for data in iterator:
        yield jax.tree.map(jnp.asarray, data)


def partial_eval_by_shape(fn, input_spec, *args, **kwargs):
    def described(spec):
        spec = tuple(spec)
        if len(spec) == 2 and isinstance(spec[0], (tuple, list)):
            return jax.ShapeDtypeStruct(tuple(spec[0]), spec[1])
        return jax.ShapeDtypeStruct(spec, jnp.float32)

    return jax.eval_shape(
        lambda *inputs: program_call(fn, *inputs, *args, **kwargs), *[described(spec) for spec in input_spec]
    )


def _padded(x, count, least):
    """The examples of an array for each device, with others that fill up."""
    each = -(-x.shape[0] // count)
    each = max(each, least) if least else each
    more = count * each - x.shape[0]
    if more:
        x = np.concatenate([x, np.zeros((more,) + x.shape[1:], x.dtype)], axis=0)
    return x.reshape((count, each) + x.shape[1:])


def pad_shard_unpad(wrapped, static_argnums=(0,), static_argnames=(), static_return=False):
    def wrapper(*args, min_device_batch=None, **kwargs):
        given = [arg for i, arg in enumerate(args) if i not in static_argnums]
        given += [value for name, value in kwargs.items() if name not in static_argnames]
        sizes = {leaf.shape[0] for leaf in jax.tree.leaves(given)}
        assert len(sizes) == 1, f"Inconsistent batch-sizes: {sizes}"
        size, count = sizes.pop(), jax.local_device_count()

        def pad(tree):
            return jax.tree.map(lambda x: _padded(x, count, min_device_batch), tree)

        args = [arg if i in static_argnums else pad(arg) for i, arg in enumerate(args)]
        kwargs = {name: value if name in static_argnames else pad(value) for name, value in kwargs.items()}
        out = program_call(wrapped, *args, **kwargs)

        def unpad(x):
            return jax.device_get(x).reshape((x.shape[0] * x.shape[1],) + x.shape[2:])[:size]

        return out if static_return else jax.tree.map(unpad, out)

    return wrapper
