"""Arrays that are made of what each process or device has: here one process has all. JAX: array.py."""
from prelude.transform.shards import devices_in_order


@function("jax")
def make_array_from_process_local_data(sharding, local_data, global_shape=None):
    x = np.asarray(local_data)
    if global_shape is not None and tuple(global_shape) != x.shape:
        unknown("data of a process that is not all there is")
    return jax.device_put(x, sharding)


@function("jax")
def make_array_from_callback(shape, sharding, data_callback, dtype=None):
    return jax.device_put(np.zeros(shape, _callback_dtype(shape, data_callback, dtype)), sharding)


def _callback_dtype(shape, callback, dtype):
    return np.asarray(callback(tuple([slice(0, n) for n in shape]))).dtype if dtype is None else dtype


@function("jax")
def make_array_from_single_device_arrays(shape, sharding, arrays, *, dtype=None):
    if not isinstance(arrays, (list, tuple)) or len(arrays) != sharding.num_devices:
        unknown("an array of these arrays")
    if any([x.shape != sharding.shard_shape(tuple(shape)) for x in arrays]):
        unknown("an array of arrays of other shapes than its shards")
    return jax.device_put(np.zeros(shape, arrays[0].dtype), sharding)


@function("NamedSharding", property=True)
@function("NamedSharding", name="addressable_devices", property=True)
def device_set(self):
    return unknowable()


@function("NamedSharding")
@function("NamedSharding", name="addressable_devices_indices_map")
def devices_indices_map(self, global_shape):
    index = tuple([slice(None) if part == whole else slice(0, part)
                   for part, whole in zip(self.shard_shape(global_shape), global_shape)])
    return {device: index for device in devices_in_order(self)}


@function("jax", until="0.10.0")
def device_put_replicated(x, devices):
    count = _device_count("replicated", devices)
    return jax.tree.map(lambda leaf: jnp.zeros((count,) + jnp.shape(leaf), jnp.asarray(leaf).dtype), x)


@function("jax", until="0.10.0")
def device_put_sharded(shards, devices):
    if not isinstance(shards, (list, tuple)):
        raise TypeError("device_put_sharded `shards` input must be a sequence; got <class "
                        f"'{type(shards).__name__}'>")
    count = _device_count("sharded", devices)
    if len(shards) != count:
        raise ValueError(f"len(shards) = {len(shards)} must equal len(devices) = {count}.")
    return jax.tree.map(lambda *leaves: jnp.stack([jnp.asarray(leaf) for leaf in leaves]), *shards)


def _device_count(what, devices):
    if not isinstance(devices, (list, tuple)) or not devices:
        raise ValueError(f"`devices` argument to `device_put_{what} must be a non-empty sequence.")
    return len(devices)
