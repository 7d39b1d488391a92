"""Methods taken from a class of Python: dict.get, str.upper. CPython: Objects/descrobject.c."""
from prelude.standard.collections import UserDict


@function("<unbound>")
def init_of_dataclass(cls):
    def __init__(self, /, *args, **kwargs):
        fill_fields(self, kwargs, args, cls)

    return __init__


@function("<unbound>")
def method(of_dict, name):
    def call(self, *args, **kwargs):
        if of_dict and isinstance(self, UserDict):
            return getattr(UserDict, name)(self, *args, **kwargs)
        return getattr(self, name)(*args, **kwargs)

    return call
