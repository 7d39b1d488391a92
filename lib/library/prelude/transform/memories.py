"""Kinds of memory that devices have. JAX: sharding_impls.py."""


@function("SingleDeviceSharding")
def with_memory_kind(self, kind):
    return jax.sharding.SingleDeviceSharding(self.device, memory_kind=kind)


@function("jax.memory.Space", since="0.7.1", property=True)
def Device():
    return object_of("MemorySpace", "name kind", "Device", "device")


@function("jax.memory.Space", since="0.7.1", property=True)
def Host():
    return object_of("MemorySpace", "name kind", "Host", "pinned_host")


@function("MemorySpace")
def __eq__(self, other):
    return type(self) is type(other) and self.name == other.name
