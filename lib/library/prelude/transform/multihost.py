"""Several processes as one. JAX: experimental/multihost_utils.py."""


@function("jax.experimental.multihost_utils")
def broadcast_one_to_all(in_tree, is_source=None):
    return jax.tree.map(np.asarray, in_tree)


@function("jax.experimental.multihost_utils")
def process_allgather(in_tree, tiled=False):
    def gathered(x):
        x = np.asarray(x)
        return x if tiled else np.expand_dims(x, axis=0)

    return jax.tree.map(gathered, in_tree)


@function("jax.experimental.multihost_utils", takes_unknown=True)
def sync_global_devices(name):
    return None


@function("jax.experimental.multihost_utils", takes_unknown=True)
def assert_equal(in_tree, fail_message=""):
    return None


@function("jax.experimental.multihost_utils", takes_unknown=True)
def reached_preemption_sync_point(step_id):
    return False


@function("jax.experimental.multihost_utils")
def host_local_array_to_global_array(local_inputs, global_mesh, pspecs):
    leaves, tree = jax.tree.flatten(local_inputs)
    specs = broadcast_prefix("input pspecs", pspecs, local_inputs, False)
    placed = [jax.device_put(x, NamedSharding(global_mesh, spec)) for x, spec in zip(leaves, specs)]
    return jax.tree.unflatten(tree, placed)


@function("jax.experimental.multihost_utils")
def global_array_to_host_local_array(global_inputs, global_mesh, pspecs):
    return global_inputs
