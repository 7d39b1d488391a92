"""Variables of NNX. flax 0.12.8: nnx/variablelib.py, core/spmd.py."""
from prelude.flax.errors import TraceContextError
from prelude.flax.logical import get_logical_axis_rules, global_mesh
from prelude.flax.logical_rules import composite_rules, from_sharding_rules, placed_spec

MODULE = "flax.nnx flax.nnx.variablelib"

A = member("typing", "TypeVar")("A")

_names = ("out_sharding", "sharding", "sharding_names")
_settings = {"eager": library_release("flax") >= (0, 12), "levels": True}


def use_eager_sharding(value=None):
    if value is None:
        return _settings["eager"]
    before = _settings["eager"]
    _settings["eager"] = value
    return _Restored(before)


def using_eager_sharding():
    return _settings["eager"]


class _Restored:
    def __init__(self, before):
        self.before = before

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        _settings["eager"] = self.before
        return False


def names_of(metadata):
    for key in _names:
        if metadata.get(key) is not None:
            return metadata[key]
    return None


def spec_of(metadata):
    """The PartitionSpec that the metadata says, or None."""
    names, release = names_of(metadata), library_release("flax")
    context, local = get_logical_axis_rules(), metadata.get("sharding_rules", ())
    if not names:
        return None
    if release < (0, 10) or (release < (0, 10, 2) and not local):
        return P(*names)
    if release < (0, 10, 2):
        rules = {name: value for name, value in local}
        return P(*[rules.get(name) for name in names])
    if not context and "sharding_rules" not in metadata:
        return P(*names)
    return P(*from_sharding_rules(names, composite_rules(context, local)))


def _put_on(mesh, value, sharding):
    explicit = [t == jax.sharding.AxisType.Explicit for t in mesh.axis_types]
    if all(explicit) and sharding is None:
        raise ValueError(
            "Reshard should only be used with out_shardings which are non-None and have a non-empty mesh. "
            "Got sharding None."
        )
    if all(explicit):
        return jax.sharding.reshard(value, sharding)
    if any(explicit):
        raise ValueError(
            "Mesh must have all axes as Explicit or all axes as Auto. "
            f"Got mixed axis types: {tuple(mesh.axis_types)}"
        )
    return lax.with_sharding_constraint(value, sharding)


def _key():
    """What the names of a variable were called in its metadata before 0.12.6."""
    return "sharding" if library_release("flax") >= (0, 12, 4) else "sharding_names"


def _refuse_unplaced(told, annotation):
    refuse(
        ValueError,
        f"An auto mesh context or metadata is required if creating a variable with annotation {told}. For more "
        "guidance, see https://flax.readthedocs.io/en/latest/flip/4844-var-eager-sharding.html.",
        rule="context-mesh",
        say=f"a variable that is annotated with {annotation} is made where no mesh is set",
        help="make it where the mesh is set, with jax.set_mesh(mesh): …, and it is placed at once",
    )


def _placed(value, metadata):
    names = names_of(metadata)
    if not names or not metadata.get("eager_sharding", _settings["eager"]) or not hasattr(value, "shape"):
        return value
    if isinstance(value, jax.ShapeDtypeStruct):
        return value
    rules, mesh = metadata.get("sharding_rules"), metadata.get("mesh")
    around = global_mesh() if mesh is None else mesh
    if library_release("flax") < (0, 12, 6) and around is None:
        _refuse_unplaced(f"{_key()}={names!r}", names)
    sharding = placed_spec(names, rules)
    if isinstance(sharding, NamedSharding):
        around = sharding.mesh
    if around is None:
        _refuse_unplaced(f"out_sharding={sharding}", sharding)
    if isinstance(sharding, P):
        sharding = NamedSharding(around, sharding)
    return _put_on(around, value, sharding)


def _value_of(x):
    return x.__dict__["raw_value"] if isinstance(x, Variable) else x


def _replaces(value, before):
    """Whether a value that is written to all of an array stands in its place as it is."""
    return is_array(value) and value.shape == before.shape and value.dtype == before.dtype


def take_in(nodes):
    """Has the variables, or modules, belong to the transformation that is being followed."""
    if not is_known(nodes):
        _settings["levels"] = False  # which of them belong where cannot be told from here on
        return
    for node in nodes:
        node.__dict__["_level"] = trace_level()


def is_outer(node):
    """Whether the variable or module is of outside of the transformation that traces a function."""
    return _settings["levels"] and is_outer_level(node.__dict__.get("_level", trace_level()))


def is_of_outside(variable):
    """The same of a variable that can be written to where it belongs alone."""
    return is_outer(variable) and not variable.__dict__["_metadata"].get("hijax")


def refuse_outside(variables):
    for v in variables:
        raise TraceContextError(f"Cannot mutate {type(v).__name__} from a different trace level")


def require_own_level(variable):
    """A variable of outside is not written to where a transformation traces a function."""
    if is_of_outside(variable):
        refuse_outside([variable])


_NOT_FOLLOWED = (
    "hijax ref to_state add_axis remove_axis create_value del_metadata set_raw_value required_metadata var_type "
    "sharding_names"
).split()


class Variable:
    def __init__(self, value, **metadata):
        if isinstance(value, _Boxed):
            metadata = {**value.metadata, **metadata}
            value = value.value
        if isinstance(value, Variable):
            metadata = {**value.get_metadata(), **metadata}
            value = value.get_value()
        fields = self.__dict__
        fields["_metadata"] = metadata if _registered is None else dict(metadata)
        fields["_level"] = trace_level()
        fields["raw_value"] = _placed(value, metadata)

    def get_value(self, index=None):
        value = self.__dict__["raw_value"]
        return value if index is None else value[index]

    def set_value(self, value, *, index=None):
        require_own_level(self)
        fields = self.__dict__
        before, value = fields["raw_value"], _value_of(value)
        if index is None or (index is Ellipsis and (not is_array(before) or _replaces(value, before))):
            fields["raw_value"] = value
        elif is_array(before):
            fields["raw_value"] = before.at[index].set(value)
        else:
            before[index] = value

    def get_raw_value(self):
        return self.__dict__["raw_value"]

    @property
    def value(self):
        return self.__dict__["raw_value"]

    @value.setter
    def value(self, value):
        require_own_level(self)
        self.__dict__["raw_value"] = _value_of(value)

    @classmethod
    def from_metadata(cls, value, attributes):
        return make_variable(cls, value, attributes)

    @property
    def type(self):
        return type(self)

    def get_metadata(self, name=None, default=None, *, exclude_required=None):
        metadata = self.__dict__["_metadata"]
        if exclude_required is not None:
            if name is not None:
                raise TypeError("Cannot specify both 'name' and 'exclude_required' arguments.")
            unknown("metadata that are not required")
        return metadata if name is None else metadata.get(name, default)

    def set_metadata(self, *args, **metadata):
        if len(args) == 2:
            self.__dict__["_metadata"][args[0]] = args[1]
        self.__dict__["_metadata"].update(metadata)

    def has_metadata(self, name):
        return name in self.__dict__["_metadata"]

    def copy(self, value="_same", **metadata):
        if isinstance(value, str):
            value = self.raw_value
        return make_variable(type(self), value, {**self.get_metadata(), **metadata})

    def replace(self, value="_same", **metadata):
        return self.copy(value, **metadata)

    def copy_from(self, other):
        if type(self) is not type(other):
            raise ValueError(
                f"Cannot copy from incompatible container, expected {type(self).__name__}, got {type(other).__name__}"
            )
        if self is not other:
            require_own_level(self)
        self.__dict__["raw_value"] = other.raw_value

    def update_from_state(self, variable_state):
        require_own_level(self)
        self.__dict__["raw_value"] = _value_of(variable_state)

    def __getattr__(self, name):
        fields = self.__dict__
        if "_metadata" in fields and name in fields["_metadata"]:
            return fields["_metadata"][name]
        if "raw_value" not in fields:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        if name in _NOT_FOLLOWED or name.startswith("_"):
            return getattr(fields["raw_value"], name)
        try:
            return getattr(fields["raw_value"], name)
        except AttributeError as error:
            raise AttributeError(str(error))

    def __jax_array__(self):
        return self.raw_value

    def __getitem__(self, key):
        value = self.get_value()
        if key is Ellipsis and isinstance(value, (tuple, list, P)):
            kind = "tuple" if isinstance(value, P) else type(value).__name__
            raise TypeError(f"{kind} indices must be integers or slices, not ellipsis")
        if key is Ellipsis and isinstance(value, (int, float, jax.ShapeDtypeStruct)):
            raise TypeError(f"'{type(value).__name__}' object is not subscriptable")
        return value if key is Ellipsis else value[key]

    def __setitem__(self, key, value):
        self.set_value(value, index=key)

    def __iter__(self):
        return iter(self.raw_value)

    def __len__(self):
        return len(self.raw_value)

    def __contains__(self, item):
        return item in self.raw_value

    def __int__(self):
        return int(self.raw_value)

    def __float__(self):
        return float(self.raw_value)

    def __complex__(self):
        return complex(self.raw_value)

    def __index__(self):
        return static_int(self.raw_value)

    def __round__(self, ndigits=0):
        return round(self.raw_value, ndigits)

    def __call__(self, *args, **kwargs):
        return self.raw_value(*args, **kwargs)

    def __add__(self, other):
        return self.raw_value + _value_of(other)

    def __radd__(self, other):
        return other + self.raw_value

    def __sub__(self, other):
        return self.raw_value - _value_of(other)

    def __rsub__(self, other):
        return other - self.raw_value

    def __mul__(self, other):
        return self.raw_value * _value_of(other)

    def __rmul__(self, other):
        return other * self.raw_value

    def __matmul__(self, other):
        return self.raw_value @ _value_of(other)

    def __rmatmul__(self, other):
        return other @ self.raw_value

    def __truediv__(self, other):
        return self.raw_value / _value_of(other)

    def __rtruediv__(self, other):
        return other / self.raw_value

    def __floordiv__(self, other):
        return self.raw_value // _value_of(other)

    def __rfloordiv__(self, other):
        return other // self.raw_value

    def __mod__(self, other):
        return self.raw_value % _value_of(other)

    def __rmod__(self, other):
        return other % self.raw_value

    def __pow__(self, other):
        return self.raw_value ** _value_of(other)

    def __rpow__(self, other):
        return other**self.raw_value

    def __neg__(self):
        return -self.raw_value

    def __abs__(self):
        return abs(self.raw_value)

    def __lt__(self, other):
        return self.raw_value < _value_of(other)

    def __le__(self, other):
        return self.raw_value <= _value_of(other)

    def __gt__(self, other):
        return self.raw_value > _value_of(other)

    def __ge__(self, other):
        return self.raw_value >= _value_of(other)

    def __eq__(self, other):
        if library_release("flax") < (0, 12, 1):
            return isinstance(other, Variable) and self is other
        return self.raw_value == _value_of(other)

    def __hash__(self):
        return identity(self)

    def __iadd__(self, other):
        return _in_place(self, "+", self.raw_value + _value_of(other))

    def __isub__(self, other):
        return _in_place(self, "-", self.raw_value - _value_of(other))

    def __imul__(self, other):
        return _in_place(self, "*", self.raw_value * _value_of(other))

    def __itruediv__(self, other):
        return _in_place(self, "/", self.raw_value / _value_of(other))

    def __init_subclass__(cls, **kwargs):
        register_variable(cls)


def _in_place(variable, sign, value):
    if library_release("flax") >= (0, 12):
        raise NotImplementedError(
            f"In-place operations are no longer supported for Variable.\nUse `variable[...] {sign}= x` instead."
        )
    variable.__dict__["raw_value"] = value
    return variable


def make_variable(kind, value, metadata):
    """A variable as it is, which is not placed again."""
    made = object_new(kind)
    made.__dict__["_metadata"] = dict(metadata)
    made.__dict__["_level"] = trace_level()
    made.__dict__["raw_value"] = value
    return made


def _flatten(variable):
    fields = variable.__dict__
    return ((jax.tree_util.GetAttrKey("value"), fields["raw_value"]),), dict(fields["_metadata"])


def register_variable(cls):
    def unflatten(beside, children):
        return make_variable(cls, children[0], beside)

    jax.tree_util.register_pytree_with_keys(cls, _flatten, unflatten)


_registered = register_variable(Variable)  # when the first variable is made


class Param(Variable):
    pass


class BatchStat(Variable):
    pass


class Cache(Variable):
    pass


class Intermediate(Variable):
    pass


class Perturbation(Intermediate):
    pass


class RngState(Variable):
    pass


class RngCount(RngState):
    pass


class RngKey(RngState):
    pass


class LoRAParam(Param):
    pass


class OptState(Variable):
    pass


class OptArray(OptState):
    pass


class OptVariable(OptState):
    pass


VariableState = Variable


class _Boxed:
    """What an initializer gives that says how its parameter is partitioned."""

    def __init__(self, value, metadata):
        self.value = value
        self.metadata = metadata


def with_metadata(
    initializer,
    on_set_value=(),
    on_get_value=(),
    on_create_value=(),
    on_add_axis=(),
    on_remove_axis=(),
    **metadata,
):
    if on_set_value or on_get_value or on_create_value or on_add_axis or on_remove_axis:
        unknown("hooks of a variable")

    def wrapper(*args, **kwargs):
        return _Boxed(program_call(initializer, *args, **kwargs), metadata)

    return wrapper


def with_partitioning(initializer, sharding, mesh=None, **metadata):
    beside = {"out_sharding": sharding, **metadata}
    if mesh is not None:
        beside["mesh"] = mesh
    return with_metadata(initializer, **beside)
