"""Functions that run on the host or on cores of their own. JAX: compute_on.py."""


def _check(compute_type):
    if not isinstance(compute_type, str):
        raise TypeError("`compute_on`'s compute_type argument must be a string.")
    known = ("device_host", "device", "tpu_sparsecore")
    if compute_type not in known and not compute_type.startswith("gpu_stream:"):
        if release < (0, 8):
            unknown("whether there is such a type of computation is not known in this release")
        raise ValueError(f"Invalid compute type {compute_type}. Current supported values are `device_host`, `device`, "
                         "`tpu_sparsecore`, and `gpu_stream:#`.")


@function("jax.experimental.compute_on", until="0.11.1", name="compute_on")
def compute_on_scope(compute_type):
    _check(compute_type)
    return object_of("named_scope")


def _decorated(f, compute_type, out_memory_spaces):
    _check(compute_type)

    def wrapped(*args, **kwargs):
        results = program_call(f, *args, **kwargs)
        leaves, structure = jax.tree.flatten(results)
        spaces = broadcast_prefix("compute_on out_memory_spaces", out_memory_spaces, results, False)
        return jax.tree.unflatten(structure, [jax.device_put(x, space) for x, space in zip(leaves, spaces)])

    return wrapped


@function("jax.experimental.compute_on", since="0.10.1", until="0.11.1", name="compute_on2")
@function("jax.experimental.compute_on", since="0.11.1")
def compute_on(f=None, *, compute_type, out_memory_spaces, compiler_options=None):
    if f is None:
        return lambda g: _decorated(g, compute_type, out_memory_spaces)
    return _decorated(f, compute_type, out_memory_spaces)
