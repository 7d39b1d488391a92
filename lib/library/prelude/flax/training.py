"""Helpers of training loops over devices. flax 0.12.8: training/common_utils.py."""

MODULE = "flax.training.common_utils"


def shard(xs):
    count = jax.local_device_count()
    return program_call(jax.tree_util.tree_map, lambda x: x.reshape((count, -1) + x.shape[1:]), xs)


def shard_prng_key(prng_key):
    return program_call(jax.random.split, prng_key, jax.local_device_count())


def onehot(labels, num_classes, on_value=1.0, off_value=0.0):
    x = labels[..., None] == jnp.arange(num_classes).reshape((1,) * labels.ndim + (-1,))
    x = lax.select(x, jnp.full(x.shape, on_value), jnp.full(x.shape, off_value))
    return x.astype(jnp.float32)


def stack_forest(forest):
    return program_call(jax.tree_util.tree_map, lambda *args: jnp.stack(args), *forest)
