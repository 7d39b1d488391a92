"""What a program is told of the processes that run it: of one, which has all devices. JAX: xla_bridge.py, api.py."""


@function("jax")
def process_count(backend=None):
    return 1


@function("jax")
@function("jax", name="host_id")
def process_index(backend=None):
    return 0


@function("jax")
def host_count(backend=None):
    return 1


@function("jax")
def effects_barrier():
    return None


@function("jax")
def clear_caches():
    return forget_traces()
