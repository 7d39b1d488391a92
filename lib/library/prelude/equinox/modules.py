"""Modules: frozen dataclasses that are trees. equinox 0.13.8: _module/."""
from prelude.equinox.equality import tree_equal

MODULE = "equinox"


AbstractVar = object
AbstractClassVar = object


def field(*, converter=None, static=False, **kwargs):
    metadata = dict(kwargs.pop("metadata", {}))
    if static:
        metadata["static"] = True
    if converter is not None:
        metadata["converter"] = converter
    return dataclass_field(metadata=metadata, **kwargs)


def static_field(**kwargs):
    return field(static=True, **kwargs)


def _convert(module, fields):
    for f in fields:
        converter = f.metadata.get("converter")
        if converter is not None and f.name in vars(module):
            setattr(module, f.name, program_call(converter, vars(module)[f.name]))


def _deferred(cls):
    """Pairs of AbstractVar, or AbstractClassVar, and a name that is still to be given by a class that derives from this
    one. equinox 0.13.8: _module/_better_abstract.py."""
    pairs = []
    for kind in reversed(cls.__mro__):
        if kind is object:
            continue
        deferred, annotated = annotated_names(kind)
        given = annotated + list(own_members(kind))
        pairs = [pair for pair in pairs if pair[1] not in given and pair not in deferred] + deferred
    return pairs


def _require_whole(cls):
    pairs = own_member(cls, "_deferred") or []
    for kind, said in (("AbstractClassVar", "abstract class attributes"), ("AbstractVar", "abstract attributes")):
        names = {name for one, name in pairs if one == kind}
        if names:
            raise TypeError(f"Can't instantiate abstract class {cls.__name__} with {said} {names}")


class Module(metaclass=unknowable("abc.ABCMeta")):
    __prelude_metaclass__ = "_ModuleMeta"

    def __prelude_class__(cls, strict=False):
        own = any(own_member(c, "__init__") is not None for c in cls.__mro__ if c is not object)
        try:
            make_dataclass(cls, init=not own, eq=False, repr=False)
        except TypeError as error:
            raise error
        register_attributes(cls)
        set_own_member(cls, "_deferred", _deferred(cls))

    def __prelude_made__(self):
        fields = dataclass_fields(self)
        _require_whole(type(self))
        for f in fields:
            value = vars(self).get(f.name)
            if is_method(value) and partial_of(value)[1][0] is self:
                raise ValueError("Cannot assign methods in __init__.")
        _convert(self, fields)
        for f in fields:
            if f.name not in vars(self) and not hasattr(type(self), f.name):
                raise TypeError(f"Field '{f.name}' was not initialized.")
        seal(self)
        for kind in type(self).__mro__:
            check = own_member(kind, "__check_init__")
            if check is not None:
                check(self)

    def __eq__(self, other):
        return tree_equal(self, other)

    def __hash__(self):
        try:
            return hash(tuple(jax.tree.leaves(self)))
        except TypeError as error:
            raise error


def module_update_wrapper(wrapper, wrapped=None):
    return wrapper


class Partial(Module):
    func: object
    args: tuple
    keywords: dict

    def __init__(self, func, /, *args, **kwargs):
        self.func = func
        self.args = args
        self.keywords = kwargs

    def __call__(self, *args, **kwargs):
        return self.func(*self.args, *args, **kwargs, **self.keywords)
