"""Modules of NNX: objects that are trees. flax 0.12.8: nnx/pytreelib.py, module.py."""
from prelude.flax.nnx.variables import Variable, make_variable

MODULE = "flax.nnx"


class _Data:
    def __init__(self, value):
        self.value = value


def data(value):
    return _Data(value)


def static(value):
    return _Static(value)


class _Static:
    def __init__(self, value):
        self.value = value


def is_data(x):
    return is_array(x) or isinstance(x, (Variable, Pytree, jax.ShapeDtypeStruct))


def _holds_data(x):
    if isinstance(x, (list, tuple)):
        return any(_holds_data(part) for part in x)
    if isinstance(x, dict):
        return any(_holds_data(part) for part in x.values())
    return is_data(x)


class Pytree:
    def __init_subclass__(cls, **kwargs):
        jax.tree_util.register_pytree_with_keys(cls, _flatten, _unflatten(cls))

    def __setattr__(self, name, value):
        fields = self.__dict__
        known = fields.setdefault("_data", {})
        if isinstance(value, _Data):
            known[name] = True
            value = value.value
        elif isinstance(value, _Static):
            known[name] = False
            value = value.value
        elif is_data(value):
            known[name] = True
        elif isinstance(value, (list, tuple, dict)) and _holds_data(value):
            if isinstance(value, tuple) and hasattr(value, "_fields"):
                known[name] = True
            elif not known.get(name):
                raise ValueError(
                    f"Found data on value of type '{type(value)}' assigned to static attribute '{name}' of Pytree type "
                    f"'{type(self)}'. Static attributes should not contain data values. Consider one of the following "
                    "options:"
                )
        elif known.get(name) is None:
            known[name] = False
        fields[name] = value

    def __prelude_made__(self):
        self.__dict__.setdefault("_data", {})


def data_names(x):
    """The attributes of a module that are parts of its tree, in their order."""
    fields = x.__dict__
    return [name for name in sorted(fields["_data"].keys()) if fields["_data"][name] and name in fields]


def _flatten(x):
    fields = x.__dict__
    names = data_names(x)
    beside = [name for name in sorted(fields.keys()) if name not in names and name != "_data"]
    children = [(jax.tree_util.GetAttrKey(name), fields[name]) for name in names]
    return children, (tuple(names), tuple(beside), tuple([fields[name] for name in beside]), fields["_data"])


def _unflatten(cls):
    def unflatten(beside, children):
        made = object_new(cls)
        fields = made.__dict__
        names, static_names, static_values, known = beside
        fields["_data"] = dict(known)
        for name, value in zip(static_names, static_values):
            fields[name] = value
        for name, child in zip(names, children):
            fields[name] = child
        return made

    return unflatten


class Object(Pytree):
    pass


class Module(Pytree):
    def sow(self, variable_type, name, value, reduce_fn=None, init_fn=None):
        before = getattr(self, name).get_value() if hasattr(self, name) else ()
        if init_fn is not None and not hasattr(self, name):
            before = program_call(init_fn)
        made = before + (value,) if reduce_fn is None else program_call(reduce_fn, before, value)
        setattr(self, name, data(variable_type(made)))

    def iter_modules(self):
        return iter_modules(self)

    def iter_children(self):
        return [(name, self.__dict__[name]) for name in data_names(self) if isinstance(self.__dict__[name], Module)]

    def set_attributes(self, *filters, raise_if_not_found=True, **attributes):
        for _, module in iter_modules(self):
            for name, value in attributes.items():
                if name in module.__dict__:
                    setattr(module, name, value)

    def train(self, **attributes):
        self.set_attributes(deterministic=False, use_running_average=False, **attributes)

    def eval(self, **attributes):
        self.set_attributes(deterministic=True, use_running_average=True, **attributes)

    def perturb(self, name, value, variable_type=None):
        return value


def iter_modules(module):
    """Pairs of a path and a module, inner ones first."""
    result, seen = [], []

    def visit(x, path):
        if any(x is y for y in seen):
            return
        if isinstance(x, Pytree):
            seen.append(x)
            for name in data_names(x):
                visit(x.__dict__[name], path + (name,))
            if isinstance(x, Module):
                result.append((path, x))
        elif isinstance(x, (list, tuple)):
            for i, part in enumerate(x):
                visit(part, path + (i,))
        elif isinstance(x, dict):
            for key, part in x.items():
                visit(part, path + (key,))

    visit(module, ())
    return result


def iter_graph(module):
    return iter_modules(module)


class List(Module):
    def __init__(self, items=None):
        self.__dict__["_data"] = {"_items": True}
        self.__dict__["_items"] = list(items or [])

    def __init_subclass__(cls, **kwargs):
        _register_list(cls)

    def append(self, value):
        self._items.append(value)

    def extend(self, values):
        for value in values:
            self._items.append(value)

    def insert(self, index, value):
        self._items.insert(index, value)

    def __getitem__(self, i):
        return self._items[i]

    def __setitem__(self, i, value):
        self._items[i] = value

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)


def _flatten_list(x):
    items = x.__dict__["_items"]
    return [(jax.tree_util.SequenceKey(i), item) for i, item in enumerate(items)], len(items)


def _register_list(cls):
    def unflatten(count, children):
        made = object_new(cls)
        made.__dict__["_data"] = {"_items": True}
        made.__dict__["_items"] = list(children)
        return made

    jax.tree_util.register_pytree_with_keys(cls, _flatten_list, unflatten)


class Dict(Module):
    def __init__(self, *args, **kwargs):
        self.__dict__["_data"] = {}
        for name, value in dict(*args, **kwargs).items():
            self[name] = value

    def __getitem__(self, key):
        return self.__dict__[key]

    def __setitem__(self, key, value):
        setattr(self, key, value)

    def __contains__(self, key):
        return key != "_data" and key in self.__dict__

    def __iter__(self):
        return iter([key for key in self.__dict__ if key != "_data"])

    def __len__(self):
        return len(self.__dict__) - 1

    def keys(self):
        return [key for key in self.__dict__ if key != "_data"]

    def items(self):
        return [(key, self.__dict__[key]) for key in self.keys()]

    def values(self):
        return [self.__dict__[key] for key in self.keys()]


class Sequential(Module):
    def __init__(self, *fns):
        self.layers = List(fns)

    def __call__(self, *args, rngs=None, **kwargs):
        output = None
        for i, f in enumerate(self.layers):
            if i > 0:
                if isinstance(output, tuple):
                    args, kwargs = output, {}
                elif isinstance(output, dict):
                    args, kwargs = (), output
                else:
                    args, kwargs = (output,), {}
            output = f(*args, **kwargs)
        return output
