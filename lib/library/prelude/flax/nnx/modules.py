"""Modules of NNX: objects that are trees. flax 0.12.8: nnx/pytreelib.py, module.py."""
from prelude.flax.errors import TraceContextError
from prelude.flax.nnx.variables import Perturbation, Variable, is_outer

MODULE = "flax.nnx flax.nnx.module flax.nnx.pytreelib flax.nnx.helpers"


class _Data:
    def __init__(self, value):
        self.value = value


class _Static:
    def __init__(self, value):
        self.value = value


_MISSING = object()

hidden_fields = ("_data", "_level")  # what a module has beside its attributes
_fields = []  # pairs of a field that a class may get and whether it is data


def _specified(is_data, metadata, kwargs):
    made = dataclass_field(metadata={**(metadata or {}), "static": not is_data}, **kwargs)
    _fields.append((made, is_data))
    return made


def data(value=_MISSING, /, *, metadata=None, **kwargs):
    if value is not _MISSING:
        return _Data(value)
    return _specified(True, metadata, kwargs)


def static(value=_MISSING, /, *, metadata=None, **kwargs):
    if value is not _MISSING:
        return _Static(value)
    return _specified(False, metadata, kwargs)


def dataclass(cls=None, /, **options):
    if cls is None:
        return lambda cls: dataclass(cls, **options)
    own = own_member(cls, "__init__") is not None
    return make_dataclass(
        cls, init=not own, repr=False, eq=options.get("eq", True), kw_only=options.get("kw_only", False)
    ) or cls


def is_data(x):
    return is_array(x) or isinstance(x, (Variable, Pytree, jax.ShapeDtypeStruct))


def _holds_data(x):
    """Whether something in a container is data, which a tracer is not."""
    if isinstance(x, (list, tuple)):
        return any(_holds_data(part) for part in x)
    if isinstance(x, dict):
        return any(_holds_data(part) for part in x.values())
    return is_data(x) and not is_tracer(x)


def _class_of(value):
    """Its class as Python prints it."""
    if not is_array(value) or is_tracer(value):
        return type(value)
    return "<class 'numpy.ndarray'>" if is_of_numpy(value) else "<class 'jaxlib._jax.ArrayImpl'>"


def _refuse_data(owner, name, value):
    kind = "<class 'flax.nnx.helpers.List'>" if type(owner) is List else type(owner)
    raise ValueError(
        f"Found data on value of type '{_class_of(value)}' assigned to static attribute '{name}' of Pytree type "
        f"'{kind}'. Static attributes should not contain data values. Consider one of the following options:"
    )


def _require_own_level(node):
    """What a transformation does not give to the function that it traces is not changed there."""
    if is_outer(node):
        raise TraceContextError(f"Cannot mutate '{type(node).__name__}' from different trace level")


class Pytree:
    __prelude_metaclass__ = "PytreeMeta"

    _nodes = {}  # the attributes of which the class says whether they are data

    _checked = True  # whether attributes with arrays must be said to be data

    def __init_subclass__(cls, pytree=True, **kwargs):
        if not pytree:
            set_own_member(cls, "_checked", False)
        nodes = dict(cls._nodes)
        for field, is_data in _fields:
            nodes.update({name: is_data for name, value in own_members(cls).items() if identity(value) == identity(field)})
        set_own_member(cls, "_nodes", nodes)
        jax.tree_util.register_pytree_with_keys(cls, _flatten, _unflatten(cls))

    def __setattr__(self, name, value):
        _require_own_level(self)
        fields = self.__dict__
        fields.setdefault("_level", trace_level())
        known = fields.setdefault("_data", dict(type(self)._nodes))
        if isinstance(value, _Data):
            known[name] = True
            value = value.value
        elif isinstance(value, _Static):
            known[name] = False
            value = value.value
            if _holds_data(value):
                raise ValueError(
                    f"Found data in value of type '{_class_of(value)}' annotated with nnx.static(...) when setting attribute "
                    f"'{name}' of Pytree type '{type(self)}'."
                )
        elif is_data(value):
            known[name] = True
        elif isinstance(value, (list, tuple, dict)) and _holds_data(value):
            if isinstance(value, tuple) and hasattr(value, "_fields"):
                known[name] = True
            elif library_release("flax") < (0, 12) or not type(self)._checked:
                known[name] = True
            elif not known.get(name):
                _refuse_data(self, name, value)
        elif known.get(name) is None:
            known[name] = False
        fields[name] = value

    def __prelude_made__(self):
        fields = self.__dict__
        fields.setdefault("_level", trace_level())
        fields.setdefault("_data", dict(type(self)._nodes))
        if is_dataclass(self):
            for name in [f.name for f in dataclass_fields(self) if f.name in fields]:
                setattr(self, name, fields[name])
        if type(self)._checked and library_release("flax") >= (0, 12):
            self._check_static()

    def _check_static(self):
        fields = self.__dict__
        known = fields["_data"]
        for name, value in fields.items():
            if isinstance(value, (list, dict)) and name not in hidden_fields and not known.get(name) and _holds_data(value):
                raise ValueError(
                    f"Found unexpected data on value of type {type(value)} in static attribute '{name}' of Pytree type "
                    f"'{type(self)}'. This is an error starting from Flax version 0.12.0."
                )


def data_items(x):
    """Pairs of a name, or of an index of a list, and the part of the tree, in their order."""
    fields = x.__dict__
    if isinstance(x, List):
        return [(i, item) for i, item in enumerate(fields["_items"]) if fields["_marks"][i]]
    return marked_items(fields.get("_data", {}), fields)


def _flatten(x):
    if isinstance(x, List):
        return _flatten_list(x)
    fields = x.__dict__
    items = marked_items(fields.get("_data", {}), fields)
    names = [name for name, _ in items]
    beside = [name for name in sorted(fields.keys()) if name not in names and name not in hidden_fields]
    children = [(jax.tree_util.GetAttrKey(name), item) for name, item in items]
    return children, (tuple(names), tuple(beside), tuple([fields[name] for name in beside]), fields["_data"])


def _unflatten(cls):
    def unflatten(beside, children):
        made = object_new(cls)
        fields = made.__dict__
        if issubclass(cls, List):
            _fill_list(fields, beside, children)
            return made
        names, static_names, static_values, known = beside
        fields["_data"], fields["_level"] = dict(known), trace_level()
        for name, value in zip(static_names, static_values):
            fields[name] = value
        for name, child in zip(names, children):
            fields[name] = child
        return made

    return unflatten


class Object(Pytree):
    _checked = False


class Module(Pytree):
    def sow(self, variable_type, name, value, reduce_fn=None, init_fn=None, capture_noop=None):
        captures = self.__dict__.get("_captures")
        if captures is not None:
            if variable_type not in captures:
                return False
            kept = captures[variable_type]
            before = kept[name] if name in kept else _initial(init_fn)
            kept[name] = _reduced(reduce_fn, before, value)
            return True
        if capture_noop:
            return False
        if name in self.__dict__:
            variable = getattr(self, name)
            if not isinstance(variable, Variable):
                raise ValueError(f"Expected '{name}' to be a Variable, got {type(variable).__name__}")
            if type(variable) != variable_type:
                raise ValueError(
                    f"Expected '{name}' to be of type '{variable_type.__name__}', got '{type(variable).__name__}'"
                )
            variable.set_value(_reduced(reduce_fn, variable.get_value(), value))
        else:
            setattr(self, name, variable_type(_reduced(reduce_fn, _initial(init_fn), value)))
        return True

    def perturb(self, name, value, variable_type=Perturbation, capture_noop=None):
        captures = self.__dict__.get("_captures")
        if captures is not None:
            if variable_type not in captures:
                return value
            return captures[variable_type].setdefault(name, jax.tree.map(jnp.zeros_like, value)) + value
        if capture_noop:
            return value
        if name in self.__dict__:
            variable = getattr(self, name)
            if not isinstance(variable, variable_type):
                raise ValueError(
                    f"Expected '{name}' to be of type '{variable_type.__name__}', got '{type(variable).__name__}'"
                )
            return variable.get_value() + value
        zeros = jax.tree.map(jnp.zeros_like, value)
        setattr(self, name, variable_type(zeros))
        return zeros + value

    def iter_modules(self):
        return iter_modules(self)

    def iter_children(self):
        return iter_children(self)

    def set_attributes(self, *filters, raise_if_not_found=True, graph=None, **attributes):
        missing = list(attributes)
        for path, module in iter_modules(self):
            if filters and not any(member("flax.nnx.filterlib", "matches")(f, path, module) for f in filters):
                continue
            for name, value in attributes.items():
                if name in module.__dict__ or hasattr(type(module), name):
                    setattr(module, name, value)
                    missing = [other for other in missing if other != name]
        if missing and raise_if_not_found:
            raise ValueError(f"Could not find at least one instance of the following attributes: {sorted(missing)}")

    def train(self, **attributes):
        self.set_attributes(
            deterministic=False, use_running_average=False, **attributes, raise_if_not_found=False
        )

    def eval(self, **attributes):
        self.set_attributes(deterministic=True, use_running_average=True, **attributes, raise_if_not_found=False)


def _initial(init_fn):
    return () if init_fn is None else program_call(init_fn)


def _reduced(reduce_fn, before, value):
    return before + (value,) if reduce_fn is None else program_call(reduce_fn, before, value)


def _initial_captures(init):
    """The variables of a state by the path of the module and their name there."""
    found = {}
    for path, variable in member("flax.nnx", "to_flat_state")(init) if init is not None else ():
        if isinstance(variable, Variable):
            found.setdefault(path[:-1], []).append((path[-1], variable))
    return found


def _capturing(name, method, variable_type):
    def wrapper(self, *args, **kwargs):
        result = program_call(method, self, *args, **kwargs)
        self.sow(variable_type, name, result)
        return result

    return wrapper


def _capture_outputs(modules, variable_type):
    """Has the methods of the modules' classes keep what they give; what they were."""
    changed = []
    for kind in {type(module) for _, module in modules}:
        for name, method in list(own_members(kind).items()):
            if callable(method) and (not name.startswith("_") or name == "__call__"):
                changed.append((kind, name, method))
    for kind, name, method in changed:
        set_own_member(kind, name, _capturing(name, method, variable_type))
    return changed


def _begin_captures(modules, var_types, init):
    before = _initial_captures(init)
    for path, module in modules:
        captures = {kind: {} for kind in var_types}
        for name, variable in before.get(path, ()):
            captures.setdefault(type(variable), {})[name] = variable.get_value()
        module.__dict__["_captures"] = captures


def _end_captures(modules, var_types):
    found = []
    for path, module in modules:
        for kind, values in module.__dict__.pop("_captures").items():
            if kind in var_types:
                found += [(path + (name,), kind(value)) for name, value in values.items()]
    return found


def capture(fn, *var_types, init=None, method_outputs=None):
    if isinstance(fn, type) and issubclass(fn, Variable):
        return lambda inner: capture(inner, fn, *var_types, init=init, method_outputs=method_outputs)
    parts = partial_of(fn)
    owner = fn if isinstance(fn, Module) else None
    if parts is not None and parts[1] and isinstance(parts[1][0], Module):
        owner = parts[1][0]

    def wrapper(*args, **kwargs):
        modules = iter_modules(args[0] if owner is None else owner)
        _begin_captures(modules, var_types, init)
        changed = _capture_outputs(modules, method_outputs) if method_outputs else []
        try:
            out = program_call(fn, *args, **kwargs)
        finally:
            for kind, name, method in changed:
                set_own_member(kind, name, method)
            found = _end_captures(modules, var_types)
        if not var_types:
            return out
        states = member("flax.nnx", "split_state")(member("flax.nnx", "from_flat_state")(found), *var_types)
        return (out,) + (states if isinstance(states, tuple) else (states,))

    return wrapper


def iter_graph(node, /, *, graph=None):
    """Pairs of a path and a value: of all that is in the modules, and behind it of themselves."""
    result, seen = [], []

    def visit(x, path):
        if isinstance(x, (Pytree, Variable)):
            if any(x is y for y in seen):
                return
            seen.append(x)
        if isinstance(x, List):
            parts = list(enumerate(x))
        elif isinstance(x, Pytree):
            parts = [(name, x.__dict__[name]) for name in sorted(x.__dict__) if name not in hidden_fields + ("_captures",)]
        elif isinstance(x, (list, tuple)):
            parts = list(enumerate(x))
        else:
            parts = sorted(x.items()) if isinstance(x, dict) else []
        for key, part in parts:
            visit(part, path + (key,))
        result.append((path, x))

    visit(node, ())
    return result


def iter_modules(module, /, *, graph=None):
    """Pairs of a path and a module, inner ones first."""
    return [(path, x) for path, x in iter_graph(module) if isinstance(x, Module)]


def iter_children(module, /, *, graph=None):
    return [(key, x) for key, x in data_items(module) if isinstance(x, Pytree)]


def _item(owner, index, value):
    """An item of a list, and whether it is a part of the tree."""
    if isinstance(value, (_Data, _Static)):
        return value.value, isinstance(value, _Data)
    if isinstance(value, (list, tuple, dict)) and library_release("flax") >= (0, 12) and _holds_data(value):
        if not (isinstance(value, tuple) and hasattr(value, "_fields")):
            _refuse_data(owner, index, value)
    return value, is_data(value)


class List(Module):
    def __init__(self, items=None):
        fields = self.__dict__
        fields["_data"], fields["_level"] = {"_items": True}, trace_level()
        fields["_items"], fields["_marks"] = [], []
        self.extend(items or [])

    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for value in values:
            self.append(value)

    def insert(self, index, value):
        _require_own_level(self)
        value, mark = _item(self, index, value)
        self._items.insert(index, value)
        self._marks.insert(index, mark)

    def pop(self, index=-1):
        self._marks.pop(index)
        return self._items.pop(index)

    def __getitem__(self, i):
        if is_integer(i) and not -len(self._items) <= i < len(self._items):
            raise IndexError("Index out of bounds")
        return self._items[i]

    def __setitem__(self, i, value):
        _require_own_level(self)
        self._items[i], self._marks[i] = _item(self, i, value)

    def __delitem__(self, i):
        _require_own_level(self)
        del self._items[i]
        del self._marks[i]

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)


def _flatten_list(x):
    fields = x.__dict__
    children = [(jax.tree_util.SequenceKey(i), item) for i, item in data_items(x)]
    still = tuple([None if mark else item for item, mark in zip(fields["_items"], fields["_marks"])])
    return children, (tuple(fields["_marks"]), still)


def _fill_list(fields, beside, children):
    marks, still = beside
    rest = list(children)
    fields["_data"], fields["_level"] = {"_items": True}, trace_level()
    fields["_items"] = [rest.pop(0) if mark else item for item, mark in zip(still, marks)]
    fields["_marks"] = list(marks)


class Dict(Module):
    def __init__(self, *args, **kwargs):
        self.__dict__["_data"], self.__dict__["_level"] = {}, trace_level()
        for name, value in dict(*args, **kwargs).items():
            self[name] = value

    def __getitem__(self, key):
        if key not in self.__dict__:
            raise KeyError(key)
        return self.__dict__[key]

    def __setitem__(self, key, value):
        setattr(self, key, value)

    def __delitem__(self, key):
        self.pop(key)

    def __contains__(self, key):
        return key not in hidden_fields and key in self.__dict__

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def keys(self):
        return [key for key in self.__dict__ if key not in hidden_fields]

    def items(self):
        return [(key, self.__dict__[key]) for key in self.keys()]

    def values(self):
        return [self.__dict__[key] for key in self.keys()]

    def get(self, key, default=None):
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key, default="<none>"):
        if key not in self:
            if isinstance(default, str) and default == "<none>":
                raise KeyError(key)
            return default
        value = self[key]
        delattr(self, key)
        return value

    def popitem(self):
        if not len(self):
            raise KeyError("dictionary is empty")
        key = self.keys()[0]
        return key, self.pop(key)

    def update(self, *args, **kwargs):
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def clear(self):
        for key in self.keys():
            self.pop(key)


def _keywords_taken(function, npositional, given):
    """Those of the keywords that the function takes beside so many positional arguments. helpers.py _filter_kwargs."""
    kinds = parameter_kinds(function.__call__ if isinstance(function, Module) else function) or []
    before, taken, rest = [], [], False
    for name, kind in kinds:
        if kind == 1 and len(before) < npositional:
            before.append(name)
        elif kind == 0:
            before.append(name)
        elif kind == 4:
            rest = True
        elif kind != 2:
            taken.append(name)
    return {k: v for k, v in given.items() if k in taken or (rest and k not in before)}


class Sequential(Module):
    def __init__(self, *fns):
        self.layers = List(fns)

    def __iter__(self):
        if library_release("flax") < (0, 12, 12):
            raise TypeError(f"'{type(self).__name__}' object is not iterable")
        return iter(self.layers)

    def __call__(self, *args, **kwargs):
        if not len(self.layers):
            return args[0] if len(args) == 1 else args if args else kwargs if kwargs else None
        output, to_all = None, kwargs
        if library_release("flax") < (0, 12, 12):
            rngs = kwargs.pop("rngs", None)
            to_all = {} if rngs is None else {"rngs": rngs}
        else:
            kwargs = {}
        for i, f in enumerate(self.layers):
            if i > 0:
                if isinstance(output, tuple):
                    args, kwargs = output, {}
                elif isinstance(output, dict):
                    args, kwargs = (), output
                else:
                    args, kwargs = (output,), {}
            output = f(*args, **{**kwargs, **(_keywords_taken(f, len(args), to_all) if to_all else {})})
        return output
