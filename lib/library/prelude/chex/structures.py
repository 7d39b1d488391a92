"""Dataclasses that are trees. chex 0.1.92: _src/dataclass.py."""
from prelude.standard.typing import Any

MODULE = "chex"

Array = Any
ArrayBatched = Any
ArrayDevice = Any
ArrayDeviceTree = Any
ArrayDType = Any
ArrayNumpy = Any
ArrayNumpyTree = Any
ArraySharded = Any
ArrayTree = Any
Device = Any
Numeric = Any
PRNGKey = Any
PyTreeDef = Any
Scalar = Any
Shape = Any


def _require_keywords(args):
    if args:
        raise ValueError(
            "Mappable dataclass constructor doesn't support positional args."
            "(it has the same constructor as python dict)"
        )


def _item(self, name):
    if name not in vars(self):
        raise KeyError(name)
    return vars(self)[name]


def _make_mapping(cls):
    fields = dataclass_fields(cls)
    known = [f.name for f in fields]
    made = own_member(cls, "__init__")

    def init(self, *args, **kwargs):
        if args and (kwargs or len(args) > 1):
            _require_keywords(args)
        try:
            given = dict(*args, **kwargs)
        except (TypeError, ValueError) as error:
            raise error
        strange = {name for name in given if name not in known}
        if strange:
            raise ValueError(f"__init__() got unexpected kwargs: {strange}.")
        if made is not None:
            return made(self, **given)
        try:
            fill_fields(self, given)
        except TypeError as error:
            raise TypeError(str(error))

    set_own_member(cls, "__init__", init)
    set_own_member(cls, "__getitem__", _item)
    set_own_member(cls, "__len__", lambda self: len(known))
    set_own_member(cls, "__iter__", lambda self: iter(known))
    set_own_member(cls, "keys", lambda self: known)
    set_own_member(cls, "values", lambda self: [getattr(self, name) for name in known])
    set_own_member(cls, "items", lambda self: [(name, getattr(self, name)) for name in known])


def _replace(self, **changes):
    kept = {f.name: getattr(self, f.name) for f in dataclass_fields(self) if f.init}
    kept.update(changes)
    return program_call(type(self), **kept)


def _to_tuple(self):
    return tuple([getattr(self, f.name) for f in dataclass_fields(self)])


def _make(cls, frozen, kw_only, mappable):
    try:
        make_dataclass(cls, frozen=frozen, kw_only=kw_only)
    except TypeError as error:
        raise error
    names = [f.name for f in dataclass_fields(cls)]
    reserved = {name for name in names if name in ("from_tuple", "replace", "to_tuple")}
    if reserved:
        raise ValueError(f"The following dataclass fields are disallowed: {reserved} ({cls}).")
    register_fields(cls, sorted(names), [])
    set_own_member(cls, "from_tuple", lambda args: cls(**dict(zip(names, args))))
    set_own_member(cls, "replace", _replace)
    set_own_member(cls, "to_tuple", _to_tuple)
    if mappable:
        _make_mapping(cls)
    return cls


def dataclass(cls=None, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, kw_only=False, mappable_dataclass=True):
    if cls is None:
        return lambda kind: _make(kind, frozen, kw_only, mappable_dataclass)
    return _make(cls, frozen, kw_only, mappable_dataclass)
