"""Arrays that are made of what each process or device has: here one process has all. JAX: array.py."""
from prelude.transform.shards import devices_in_order


@function("jax")
def make_array_from_process_local_data(sharding, local_data, global_shape=None):
    x = np.asarray(local_data)
    if global_shape is not None and tuple(global_shape) != x.shape:
        if release < (0, 8):
            unknown("data of a process that is not all there is")
        raise ValueError("When calling `make_array_from_process_local_data` on a single process, global_shape should "
                         f"be None or equal to local_data.shape.Got global_shape={tuple(global_shape)} and "
                         f"local_data.shape={x.shape}.")
    return jax.device_put(x, sharding)


def _require_sharding(sharding):
    if isinstance(sharding, P) or isinstance(sharding, jax.Device):
        name = "jaxlib._jax.Device" if release >= (0, 7) else "jaxlib.xla_extension.Device"
        if isinstance(sharding, P):
            name = "jax.P" if release >= (0, 9, 2) else "jax.sharding.PartitionSpec"
        raise TypeError(f"sharding should be an instance of `jax.sharding`. Got {sharding} of type <class '{name}'>")


def _require_shards(x, sharding, shape):
    """The array, whose shards are to be of this shape."""
    expected = sharding.shard_shape(x.shape)
    if shape != expected:
        raise ValueError(f"Expected shard shape {expected} doesn't match the single device array shape {shape}. Shape "
                         f"of Array is {phrase('{long}', x)} with sharding {sharding}")
    return x


@function("jax")
def make_array_from_callback(shape, sharding, data_callback, dtype=None):
    _require_sharding(sharding)
    named = isinstance(sharding, jax.sharding.NamedSharding)
    shape = shape_sizes(shape)
    parts = sharding.shard_shape(shape) if named else shape
    if dtype is not None:
        return jax.device_put(np.zeros(shape, dtype), sharding)
    shard = data_callback(tuple([slice(None) if n == part else slice(0, part) for n, part in zip(shape, parts)]))
    if is_tracer(shard):
        refuse("UnexpectedTracerError", "jax.make_array_from_callback cannot be called within a traced context.",
               say="a callback gives an array that is traced")
    shard = np.asarray(shard)
    made = jax.device_put(np.zeros(shape, shard.dtype), sharding)
    return _require_shards(made, sharding, shard.shape) if named else made


@function("jax")
def make_array_from_single_device_arrays(shape, sharding, arrays, *, dtype=None):
    if not isinstance(arrays, (list, tuple)):
        raise TypeError("jax.make_array_from_single_device_arrays `arrays` argument must be a list or tuple, but got "
                        f"<class '{'jaxlib._jax.ArrayImpl' if release >= (0, 7) else 'jaxlib.xla_extension.ArrayImpl'}'>.")
    if not arrays and release < (0, 8):
        unknown("an array of no arrays")
    if not arrays and dtype is None:
        raise ValueError("If the Array has no addressable shards, `dtype` must be provided via the `dtype` argument to "
                         "`jax.make_array_from_single_device_arrays`.")
    if arrays and dtype is not None and arrays[0].dtype != np.dtype(dtype):
        said = np.dtype(dtype) if release >= (0, 8) else dtype
        raise ValueError("If `dtype` is provided to `jax.make_array_from_single_device_arrays`, it must match the "
                         f"dtype of the addressable shards. Got dtype={said} and shard dtype={arrays[0].dtype}`.")
    if any([is_tracer(x) for x in arrays]):
        raise ValueError("jax.make_array_from_single_device_arrays requires a list of concrete arrays as input, but got "
                         "types {<class 'jax._src.interpreters.partial_eval.DynamicJaxprTracer'>}")
    if any([isinstance(x, np.ndarray) for x in arrays]):
        raise TypeError("Unsupported type for elements in `arrays`: <class 'numpy.ndarray'>")
    shape = shape_sizes(shape)
    made = jax.device_put(np.zeros(shape, arrays[0].dtype if arrays else dtype), sharding)
    if not isinstance(sharding, jax.sharding.NamedSharding):
        return made
    _check_devices(sharding, arrays)
    for x in arrays:
        if x.dtype != arrays[0].dtype:
            refuse(ValueError, "Input buffers to `Array` must have matching dtypes. Got "
                   f"{x.dtype}, expected {arrays[0].dtype} for buffer: ", rule="dtype-mismatch")
        _require_shards(made, sharding, x.shape)
    return made


def _check_devices(sharding, arrays):
    """The arrays must be on different devices, those of the sharding."""
    held = [devices_of(x) for x in arrays]
    if None in held:
        unknown("where arrays of which one is to be made are")
    for ids in held:
        if len(ids) != 1:
            raise ValueError("When making an array from single-device arrays the input arrays must have one shard "
                             f"each. An argument array had {len(ids)} shard(s).")
    held = [ids[0] for ids in held]
    wanted = [device.id for device in devices_in_order(sharding)]
    if len(held) != len(wanted):
        raise ValueError(f"Expected {len(wanted)} per-device arrays (this is how many devices are addressable by the "
                         f"sharding), but got {len(held)}")
    if len(set(held)) != len(held):
        raise ValueError("When making an array from single-device arrays, the input arrays must be from distinct "
                         f"devices, but got device IDs {held}")
    missing, more = set(wanted) - set(held), set(held) - set(wanted)
    if missing or more:
        text = "Addressable devices and per-device arrays devices do not match."
        if missing:
            text += f" Sharding contains devices {missing} that are not present in per-device arrays."
        if more:
            text += f" Per-device arrays contain devices {more} that are not present in the sharding."
        raise ValueError(text)


@function("NamedSharding", property=True)
@function("NamedSharding", name="addressable_devices", property=True)
def device_set(self):
    return set(devices_in_order(self))


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


@function("jax", takes_unknown=True)
def block_until_ready(x):
    return x
