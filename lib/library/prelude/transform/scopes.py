"""Contexts that change nothing, some of them with certain values, and what only says or prints something. JAX: api.py
named_scope, config.py, ad_checkpoint.py, xla_metadata.py."""


@function("named_scope")
def __enter__(self):
    return self


@function("named_scope")
def __exit__(self):
    return None


@function("named_scope")
def __call__(self, function):
    return function


@function("jax")
def named_scope(name):
    return object_of("named_scope")


@function("jax")
def default_matmul_precision(new_val=None):
    return object_of("named_scope")


@function("jax")
def log_compiles(new_val=None):
    return object_of("named_scope")


@function("jax")
def debug_nans(new_val=None):
    return object_of("named_scope")


@function("jax")
def debug_infs(new_val=None):
    return object_of("named_scope")


@function("jax")
def check_tracer_leaks(new_val=None):
    return object_of("named_scope")


@function("jax")
def checking_leaks():
    return object_of("named_scope")


@function("jax")
def default_device(new_val=None):
    return object_of("named_scope")


@function("jax")
def transfer_guard(new_val=None):
    return object_of("named_scope")


@function("jax")
def transfer_guard_host_to_device(new_val=None):
    return object_of("named_scope")


@function("jax")
def transfer_guard_device_to_device(new_val=None):
    return object_of("named_scope")


@function("jax")
def transfer_guard_device_to_host(new_val=None):
    return object_of("named_scope")


@function("jax")
def explain_cache_misses(new_val=None):
    return object_of("named_scope")


@function("jax")
def enable_checks(new_val=None):
    return object_of("named_scope")


@function("jax")
def debug_key_reuse(new_val=None):
    return object_of("named_scope")


@function("jax")
def threefry_partitionable(new_val=None):
    return object_of("named_scope")


@function("jax")
def named_call(fun, *, name=None):
    return fun


@function("jax.ad_checkpoint")
def checkpoint_name(x, name):
    return jax.tree.map(lambda leaf: named_array(leaf_array(leaf), name), x)


@function("jax.ad_checkpoint")
def print_saved_residuals(f, *args, **kwargs):
    jax.linearize(lambda *values: program_call(f, *values, **kwargs), *args)


@function("jax.experimental.xla_metadata")
def set_xla_metadata(x=None, **kwargs):
    return object_of("named_scope") if x is None else x
