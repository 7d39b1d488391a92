"""States: the variables of modules by path. flax 0.12.8: nnx/statelib.py, graph.py, filterlib.py."""
from prelude.flax.nnx.modules import List, Pytree, data_names
from prelude.flax.nnx.variables import Variable, make_variable, spec_of

MODULE = "flax.nnx"


class State:
    def __init__(self, mapping=(), _copy=True):
        made = {}
        for key, value in dict(mapping).items():
            made[key] = State(value) if isinstance(value, dict) else value
        self.__dict__["_mapping"] = made

    def __getitem__(self, key):
        if key not in self._mapping:
            raise KeyError(key)
        return self._mapping[key]

    def __setitem__(self, key, value):
        self._mapping[key] = value

    def __delitem__(self, key):
        del self._mapping[key]

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        return iter(self._mapping)

    def __len__(self):
        return len(self._mapping)

    def __getattr__(self, name):
        if "_mapping" not in self.__dict__ or name not in self._mapping:
            raise AttributeError(f"No attribute '{name}' in State")
        return self._mapping[name]

    def __setattr__(self, name, value):
        self._mapping[name] = value

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def get(self, key, default=None):
        return self._mapping.get(key, default)

    def flat_state(self):
        return to_flat_state(self)

    def to_pure_dict(self):
        return to_pure_dict(self)

    def filter(self, first, *rest):
        return filter_state(self, first, *rest)

    def split(self, first, *rest):
        return split_state(self, first, *rest)


def _flatten(state):
    keys = sorted(state._mapping.keys())
    return [(jax.tree_util.DictKey(key), state._mapping[key]) for key in keys], tuple(keys)


def _unflatten(keys, children):
    made = object_new(State)
    made.__dict__["_mapping"] = dict(zip(keys, children))
    return made


_registered = jax.tree_util.register_pytree_with_keys(State, _flatten, _unflatten)


def paths_of(x):
    """Pairs of a path and a leaf: a variable, or an array."""
    result = []

    def visit(x, path):
        if isinstance(x, Variable):
            result.append((path, x))
        elif isinstance(x, List):
            for i, part in enumerate(x):
                visit(part, path + (i,))
        elif isinstance(x, Pytree):
            for name in data_names(x):
                visit(x.__dict__[name], path + (name,))
        elif isinstance(x, State):
            for key in x.keys():
                visit(x[key], path + (key,))
        elif isinstance(x, dict):
            for key, part in x.items():
                visit(part, path + (key,))
        elif isinstance(x, tuple) and hasattr(x, "_fields"):
            for name in x._fields:
                visit(getattr(x, name), path + (name,))
        elif isinstance(x, (list, tuple)):
            for i, part in enumerate(x):
                visit(part, path + (i,))
        elif is_array(x) or isinstance(x, jax.ShapeDtypeStruct):
            result.append((path, x))

    visit(x, ())
    return result


def state_of(pairs):
    """A state of pairs of paths and leaves."""
    made = State() if _registered is None else State()
    for path, leaf in pairs:
        here = made
        for key in path[:-1]:
            if key not in here._mapping:
                here._mapping[key] = State()
            here = here._mapping[key]
        here._mapping[path[-1]] = leaf
    return made


def from_flat_state(flat):
    return state_of(list(flat.items()) if isinstance(flat, dict) else list(flat))


def to_flat_state(state):
    return paths_of(state)


def from_flat_path(flat):
    return from_flat_state(flat)


def to_pure_dict(state, extract_fn=None):
    def plain(x):
        if isinstance(x, State):
            return {key: plain(value) for key, value in x.items()}
        return x.get_value() if isinstance(x, Variable) else x

    return plain(state)


def replace_by_pure_dict(state, pure_dict, replace_fn=None):
    for key, value in pure_dict.items():
        if isinstance(value, dict):
            replace_by_pure_dict(state[key], value)
        else:
            state[key] = state[key].replace(value)


class _All:
    def __init__(self, *filters):
        self.filters = filters


class _Not:
    def __init__(self, filter):
        self.filter = filter


class _Any:
    def __init__(self, *filters):
        self.filters = filters


class OfType:
    def __init__(self, type):
        self.type = type


class PathContains:
    def __init__(self, key, exact=True):
        self.key = key


class WithTag:
    def __init__(self, tag):
        self.tag = tag


class Everything:
    pass


class Nothing:
    pass


All = _All
Any = _Any
Not = _Not


def matches(wanted, path, value):
    if wanted is Ellipsis or wanted is True or isinstance(wanted, Everything):
        return True
    if wanted is None or wanted is False or isinstance(wanted, Nothing):
        return False
    if isinstance(wanted, type):
        return isinstance(value, wanted)
    if isinstance(wanted, OfType):
        return isinstance(value, wanted.type)
    if isinstance(wanted, _Not):
        return not matches(wanted.filter, path, value)
    if isinstance(wanted, _All):
        return all(matches(f, path, value) for f in wanted.filters)
    if isinstance(wanted, (_Any, list, tuple)):
        return any(matches(f, path, value) for f in (wanted.filters if isinstance(wanted, _Any) else wanted))
    if isinstance(wanted, PathContains):
        return wanted.key in path
    if isinstance(wanted, (str, WithTag)):
        tag = wanted if isinstance(wanted, str) else wanted.tag
        return isinstance(value, Variable) and value.get_metadata("tag") == tag
    if callable(wanted):
        return program_call(wanted, path, value)
    raise TypeError(f"Invalid collection filter: {wanted}.")


def _sorted_out(pairs, filters):
    """The pairs by the first filter that takes them, and those that none takes."""
    groups, rest = [[] for _ in filters], []
    for path, value in pairs:
        for group, wanted in zip(groups, filters):
            if matches(wanted, path, value):
                group.append((path, value))
                break
        else:
            rest.append((path, value))
    return groups, rest


def _copied(pairs):
    return [(path, v.copy() if isinstance(v, Variable) else v) for path, v in unique(pairs)]


def unique(pairs):
    """Without the variables that stand there once already."""
    seen, result = [], []
    for path, value in pairs:
        if isinstance(value, Variable) and any(value is other for other in seen):
            continue
        seen.append(value)
        result.append((path, value))
    return result


def _states(pairs, filters):
    if not filters:
        return state_of(pairs)
    groups, _ = _sorted_out(pairs, filters)
    states = tuple([state_of(group) for group in groups])
    return states[0] if len(states) == 1 else states


def state(node, *filters):
    return _states(_copied(paths_of(node)), filters)


def variables(node, *filters):
    return state(node, *filters)


def filter_state(state, first, *rest):
    return _states(paths_of(state), (first,) + rest)


def split_state(state, first, *rest):
    return _split(paths_of(state), (first,) + rest)


def _split(pairs, filters):
    if not filters:
        return (state_of(pairs),)
    groups, rest = _sorted_out(pairs, filters)
    if rest:
        raise ValueError("Non-exhaustive filters, got a non-empty remainder: FlatState([")
    return tuple([state_of(group) for group in groups])


def merge_state(state, *states):
    pairs = paths_of(state)
    for other in states:
        pairs += paths_of(other)
    return state_of(pairs)


class GraphDef:
    """What a module is without its variables."""

    def __init__(self, template):
        self.template = template

    def apply(self, state, *states):
        def call(*args, **kwargs):
            module = merge(self, state, *states)
            out = module(*args, **kwargs)
            return out, split(module)

        return call


_static = jax.tree_util.register_static(GraphDef)


def _rebuilt(x, leaf_at, made, path=()):
    """A copy of modules in which `leaf_at` gives the variables and arrays."""
    for old, new in made:
        if x is old:
            return new
    if isinstance(x, Variable):
        new = leaf_at(path, x)
        made.append((x, new))
        return new
    if isinstance(x, List):
        new = type(x)([])
        made.append((x, new))
        for i, part in enumerate(x):
            new.append(_rebuilt(part, leaf_at, made, path + (i,)))
        return new
    if isinstance(x, Pytree):
        new = object_new(type(x))
        made.append((x, new))
        names = data_names(x)
        for name, value in x.__dict__.items():
            new.__dict__[name] = (
                _rebuilt(value, leaf_at, made, path + (name,)) if name in names else dict(value) if name == "_data" else value
            )
        return new
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        return type(x)(*[_rebuilt(getattr(x, name), leaf_at, made, path + (name,)) for name in x._fields])
    if isinstance(x, (list, tuple)):
        parts = [_rebuilt(part, leaf_at, made, path + (i,)) for i, part in enumerate(x)]
        return tuple(parts) if isinstance(x, tuple) else parts
    if isinstance(x, dict):
        return {key: _rebuilt(part, leaf_at, made, path + (key,)) for key, part in x.items()}
    if is_array(x) or isinstance(x, jax.ShapeDtypeStruct):
        return leaf_at(path, x)
    return x


def split(node, *filters):
    template = _rebuilt(node, lambda path, v: make_variable(type(v), None, v.get_metadata()) if isinstance(v, Variable) else _Hole(), [])
    return (GraphDef(template),) + _split(_copied(paths_of(node)), filters)


class _Hole:
    pass


def graphdef(node):
    return split(node)[0]


def merge(graphdef, state, *states, copy=False):
    found = {}
    for one in (state,) + states:
        for path, value in paths_of(one):
            found[path] = value

    def leaf_at(path, old):
        if path not in found:
            raise ValueError(f"Missing key at path: {path}")
        value = found[path]
        if isinstance(old, Variable):
            if isinstance(value, Variable):
                return make_variable(type(old), value.get_value(), {**old.get_metadata(), **value.get_metadata()})
            return make_variable(type(old), value, old.get_metadata())
        return value

    return _filled(graphdef.template, leaf_at)


def _filled(template, leaf_at):
    made = []

    def visit(x, path):
        for old, new in made:
            if x is old:
                return new
        if isinstance(x, (Variable, _Hole)):
            new = leaf_at(path, x)
            made.append((x, new))
            return new
        if isinstance(x, List):
            new = type(x)([])
            made.append((x, new))
            for i, part in enumerate(x):
                new.append(visit(part, path + (i,)))
            return new
        if isinstance(x, Pytree):
            new = object_new(type(x))
            made.append((x, new))
            names = data_names(x)
            for name, value in x.__dict__.items():
                new.__dict__[name] = visit(value, path + (name,)) if name in names else dict(value) if name == "_data" else value
            return new
        if isinstance(x, tuple) and hasattr(x, "_fields"):
            return type(x)(*[visit(getattr(x, name), path + (name,)) for name in x._fields])
        if isinstance(x, (list, tuple)):
            parts = [visit(part, path + (i,)) for i, part in enumerate(x)]
            return tuple(parts) if isinstance(x, tuple) else parts
        if isinstance(x, dict):
            return {key: visit(part, path + (key,)) for key, part in x.items()}
        return x

    return visit(template, ())


def clone(node, variables=True):
    return _rebuilt(node, lambda path, v: v.copy() if isinstance(v, Variable) else v, [])


def update(node, state, *states):
    here = {}
    for path, value in paths_of(node):
        here[path] = value
    for one in (state,) + states:
        for path, value in paths_of(one):
            old = here.get(path)
            if isinstance(old, Variable):
                old.__dict__["raw_value"] = value.get_value() if isinstance(value, Variable) else value
            elif old is not None:
                _put(node, path, value)


def _put(node, path, value):
    for key in path[:-1]:
        node = node[key] if isinstance(key, int) or isinstance(node, (dict, State)) else getattr(node, key)
    if isinstance(path[-1], int) or isinstance(node, (dict, State)):
        node[path[-1]] = value
    else:
        setattr(node, path[-1], value)


def pop(node, *filters):
    pairs = [(path, v) for path, v in paths_of(node) if isinstance(v, Variable)]
    groups, _ = _sorted_out(pairs, filters)
    for group in groups:
        for path, _ in group:
            owner = node
            for key in path[:-1]:
                owner = owner[key] if isinstance(key, int) else getattr(owner, key)
            delattr(owner, path[-1])
            owner.__dict__["_data"].pop(path[-1], None)
    states = tuple([state_of(group) for group in groups])
    return states[0] if len(states) == 1 else states


def _is_variable(x):
    return isinstance(x, Variable)


def _of_metadata(x, make):
    if isinstance(x, Variable):
        spec = spec_of(x.get_metadata())
        return x.replace(make(P() if spec is None else spec))
    return make(P()) if hasattr(x, "shape") else None


def get_partition_spec(tree):
    return jax.tree.map(lambda x: _of_metadata(x, lambda spec: spec), tree, is_leaf=_is_variable)


def get_named_sharding(tree, mesh):
    return jax.tree.map(lambda x: _of_metadata(x, lambda spec: NamedSharding(mesh, spec)), tree, is_leaf=_is_variable)


def view(node, **attributes):
    copy = _rebuilt(node, lambda path, v: v, [])
    copy.set_attributes(raise_if_not_found=False, **attributes)
    return copy
