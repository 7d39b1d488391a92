"""Methods of modules as trees. equinox 0.13.8: _module/_module.py."""
from prelude.equinox.modules import Module, field

MODULE = "equinox._module"


class BoundMethod(Module):
    __func__: object = field(static=True)
    __self__: object

    def __call__(self, *args, **kwargs):
        return self.__func__(self.__self__, *args, **kwargs)
