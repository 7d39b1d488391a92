"""Where compiled programs are kept. JAX: experimental/compilation_cache/compilation_cache.py."""


@function("jax.experimental.compilation_cache.compilation_cache", takes_unknown=True)
def set_cache_dir(path):
    return None


@function("jax.experimental.compilation_cache.compilation_cache")
def reset_cache():
    return None
