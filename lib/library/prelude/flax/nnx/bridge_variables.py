"""Variables of Linen as those of NNX, and back. flax 0.12.8: nnx/bridge/variables.py, nnx/variablelib.py."""
from prelude.flax.boxes import AxisMetadata
from prelude.flax.nnx.traversals import flatten_mapping, unflatten_mapping
from prelude.flax.nnx.variables import BatchStat, Cache, Intermediate, Param, Perturbation, Variable

MODULE = "flax.nnx.bridge flax.nnx.bridge.variables flax.nnx"

_types = {
    "params": Param,
    "batch_stats": BatchStat,
    "cache": Cache,
    "intermediates": Intermediate,
    "perturbations": Perturbation,
}


def register_variable_name(name, typ=None, *, overwrite=False):
    if typ is None:
        return lambda typ: register_variable_name(name, typ, overwrite=overwrite)
    if name in _types and not overwrite:
        raise ValueError(
            f"Name {name} is already mapped to type {_types[name]}. To overwrite, call register_variable_name() with "
            "`overwrite=True`."
        )
    _types[name] = typ
    return typ


def variable_type_from_name(name, /, *, base=Variable, allow_register=False):
    if name not in _types:
        if not allow_register:
            raise ValueError(
                f"Name {name} is not registered in the registry. To register a new name, use register_variable_name() "
                "or set allow_register=True."
            )

        class Named(base):
            pass

        rename_class(Named, name)
        _types[name] = Named
    return _types[name]


def variable_name_from_type(typ, /, *, allow_register=False):
    for name, known in _types.items():
        if typ is known:
            return name
    if not allow_register:
        raise ValueError(
            f"Type {typ} is not registered in the registry. To register a new type, use register_variable_name() or set "
            "allow_register=True."
        )
    _types[typ.__name__] = typ
    return typ.__name__


class _Box(AxisMetadata):
    """A box in Linen's tree around what a variable of NNX holds."""

    def __init_subclass__(cls, **kwargs):
        register_fields(cls, ["value"], ["var_type", "metadata"])

    def __init__(self, var_type, value, metadata):
        self.var_type = var_type
        self.value = value
        self.metadata = metadata

    def unbox(self, apply_constraint=True):
        return self.value

    def replace_boxed(self, val):
        return NNXMeta(self.var_type, val, self.metadata)

    def add_axis(self, index, params):
        return self

    def remove_axis(self, index, params):
        return self

    def to_nnx_variable(self):
        return self.var_type(self.value, **self.metadata)

    def get_partition_spec(self):
        return member("flax.nnx", "get_partition_spec")(self.to_nnx_variable()).get_value()


class NNXMeta(_Box):
    pass


def to_linen_var(vs):
    variable = vs
    metadata = dict(variable.get_metadata())
    kind = metadata.pop("linen_meta_type", None)
    if kind is not None:
        names = metadata.pop("out_sharding", None)
        return kind(variable.get_value(), names, metadata.get("mesh"), metadata.get("sharding_rules"))
    if not metadata:
        return variable.get_value()
    return NNXMeta(type(variable), variable.get_value(), metadata)


def to_nnx_var(col, x):
    kind = variable_type_from_name(col, allow_register=True)
    if isinstance(x, NNXMeta):
        return x.to_nnx_variable()
    if isinstance(x, AxisMetadata):
        rules = {"sharding_rules": x.rules} if x.rules is not None else {}
        return kind(x.value, out_sharding=x.names, mesh=x.mesh, **rules, linen_meta_type=type(x))
    return kind(x)


def linen_vars_to_nnx_attrs(variables):
    found = {}
    for col, tree in variables.items():
        for path, x in flatten_mapping(tree).items():
            if path in found:
                raise ValueError(f"Found duplicate variable path {path} with variables {found[path]} and {x}. This is "
                                 "not allowed in NNX.")
            found[path] = to_nnx_var(col, x)
    return unflatten_mapping(found)


def nnx_attrs_to_linen_vars(nnx_attrs):
    found = {}
    for path, variable in flatten_mapping(nnx_attrs).items():
        if not isinstance(variable, Variable):
            raise ValueError(f"Cannot infer collection name from value: {variable}")
        found[(variable_name_from_type(type(variable)),) + path] = to_linen_var(variable)
    return unflatten_mapping(found)
