import sys
from types import ModuleType

import jax.numpy as jnp


class Lazy(ModuleType):
    def __init__(self, name, file, spec=None):
        super().__init__(name)
        self.__file__, self.__spec__ = file, spec


width = 3
lazy = Lazy(globals()["__name__"], globals()["__file__"], spec=globals()["__spec__"])
module = Lazy(__name__, globals()["__cached__"], globals().get("__path__"))
x = jnp.ones((globals()["width"], 4)) @ jnp.ones((globals().get("width", 5), 2))
