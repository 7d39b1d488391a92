"""Dataclasses that are trees. flax 0.12.8: struct.py."""

MODULE = "flax.struct"


def field(pytree_node=True, *, metadata=None, **kwargs):
    beside = dict(metadata or {})
    beside["static"] = not pytree_node
    return dataclass_field(metadata=beside, **kwargs)


def is_structure(x):
    return is_dataclass(x) and hasattr(type(x), "_flax_dataclass")


def node_fields(x):
    """The names of the fields that are parts of the tree."""
    return [f.name for f in dataclass_fields(x) if not f.metadata.get("static")]


def _replace(self, **updates):
    given = {f.name: getattr(self, f.name) for f in dataclass_fields(self) if f.init}
    given.update(updates)
    return program_call(type(self), **given)


def make_structure(cls, kw_only=False, frozen=True):
    if own_member(cls, "_flax_dataclass") is not None:
        return cls
    try:
        make_dataclass(cls, frozen=frozen, kw_only=kw_only)
    except TypeError as error:
        raise error
    register_fields(cls)
    set_own_member(cls, "_flax_dataclass", True)
    if own_member(cls, "replace") is None:
        set_own_member(cls, "replace", _replace)
    return cls


def dataclass(clz=None, **kwargs):
    if clz is None:
        return lambda cls: dataclass(cls, **kwargs)
    return make_structure(clz, kwargs.get("kw_only", False), kwargs.get("frozen", True))


class PyTreeNode:
    def __init_subclass__(cls, kw_only=False, frozen=True, **kwargs):
        make_structure(cls, kw_only, frozen)
