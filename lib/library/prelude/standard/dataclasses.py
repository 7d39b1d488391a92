"""dataclasses: objects made of others. CPython: Lib/dataclasses.py."""
MODULE = "dataclasses"


def _require_instance(name, obj):
    if not is_dataclass(obj) and is_of_library(obj):
        unknown("whether this is a dataclass")
    if isinstance(obj, type) or not is_dataclass(obj):
        raise TypeError(f"{name}() should be called on dataclass instances")


def replace(obj, /, **changes):
    _require_instance("replace", obj)
    kept = {f.name: vars(obj)[f.name] for f in dataclass_fields(obj) if f.init and f.name in vars(obj)}
    kept.update(changes)
    return program_call(type(obj), **kept)


def astuple(obj, *, tuple_factory=None):
    _require_instance("astuple", obj)
    return tuple([getattr(obj, f.name) for f in dataclass_fields(obj)])
