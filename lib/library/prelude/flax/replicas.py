"""Copies of trees on all devices, and one of them. flax 0.12.8: jax_utils.py."""

MODULE = "flax.jax_utils"


def replicate(tree, devices=None):
    count = jax.local_device_count() if devices is None else len(devices)
    return program_call(jax.tree_util.tree_map, lambda x: jnp.stack([x] * count), tree)


def unreplicate(tree):
    return program_call(jax.tree_util.tree_map, lambda x: x[0], tree)
