"""The error of einops. einops 0.8.2: __init__.py."""

MODULE = "einops"


class EinopsError(RuntimeError):
    pass
