"""The release that a program runs with. JAX: version.py."""


@function("jax", property=True)
@function("jax.version", property=True)
def __version__():
    parts = release if release[3] else release[:3]
    return ".".join([str(part) for part in parts])


@function("jax", property=True)
@function("jax.version", property=True)
def __version_info__():
    return release if release[3] else release[:3]
