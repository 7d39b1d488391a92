"""The parts of an array on each device, all of which one process has. JAX: array.py ArrayImpl."""


class Shard:
    def __init__(self, device, data):
        self.device, self.data = device, data
        self.index, self.replica_id = unknowable(), unknowable()


def devices_in_order(sharding):
    flat = sharding.mesh.devices.flat
    return [flat[i] for i in range(sharding.num_devices)]


def _shard_shape(x):
    sharding = placed_sharding(x)
    return x.shape if sharding is None else sharding.shard_shape(x.shape)


@function("ArrayImpl", property=True)
@function("ArrayImpl", name="global_shards", property=True)
def addressable_shards(self):
    if is_placed_by_compiler(self):
        return [Shard(device, unknowable()) for device in devices_of(self)]
    sharding = placed_sharding(self)
    if sharding is not None and sharding.num_devices > 1024:
        unknown("shards on more than 1024 devices")
    devices = [jax.devices()[0]] if sharding is None else devices_in_order(sharding)
    return [Shard(device, jnp.zeros(_shard_shape(self), self.dtype)) for device in devices]


@function("ArrayImpl")
def addressable_data(self, index):
    if is_placed_by_compiler(self):
        return unknowable()
    return jnp.zeros(_shard_shape(self), self.dtype)


@function("ArrayImpl", property=True)
def is_fully_addressable(self):
    return True


@function("ArrayImpl", property=True)
def is_fully_replicated(self):
    if is_placed_by_compiler(self):
        return unknowable()
    sharding = placed_sharding(self)
    return True if sharding is None else sharding.is_fully_replicated
