"""States: the variables of modules by path. flax 0.12.8: nnx/statelib.py, graph.py, filterlib.py."""
from prelude.flax.nnx.filters import matches
from prelude.flax.nnx.modules import List, Pytree, data_items, hidden_fields, iter_graph
from prelude.flax.nnx.variables import Variable, make_variable, spec_of
from prelude.flax.structures import is_structure, node_fields

MODULE = "flax.nnx flax.nnx.statelib flax.nnx.compat flax.nnx.graph flax.nnx.graphlib"


class State:
    def __init__(self, mapping=(), _copy=True):
        made = {} if _registered is None else {}
        for key, value in dict(mapping).items():
            made[key] = State(value) if isinstance(value, dict) else value
        self.__dict__["_mapping"] = made

    def __getitem__(self, key):
        mapping = self._mapping
        if key not in mapping:
            raise KeyError(key)
        return mapping[key]

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
        if name.startswith("_") and name not in self.__dict__.get("_mapping", {}):
            unknown(f"flax.nnx.State.{name}")
        if "_mapping" not in self.__dict__ or name not in self._mapping:
            raise AttributeError(f"No attribute '{name}' in State")
        return self._mapping[name]

    def __setattr__(self, name, value):
        self._mapping[name] = value

    def __eq__(self, other):
        if len(self) or not isinstance(other, (dict, State)) or len(other):
            unknown("whether two states are equal")
        return True

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

    def to_pure_dict(self, extract_fn=None):
        return to_pure_dict(self, extract_fn)

    def filter(self, first, *rest):
        return filter_state(self, first, *rest)

    def split(self, first, *rest):
        return split_state(self, first, *rest)

    def map(self, f):
        return map_state(f, self)

    def replace_by_pure_dict(self, pure_dict, replace_fn=None):
        return replace_by_pure_dict(self, pure_dict, replace_fn)

    def merge(self, *states):
        return merge_state(self, *states)

    def __or__(self, other):
        return merge_state(self, other) if other else self

    @property
    def raw_mapping(self):
        return self._mapping

    @classmethod
    def from_flat_path(cls, flat_state):
        return from_flat_state(flat_state)


def _flatten(state):
    fields = state.__dict__
    keys = sorted(fields["_mapping"])
    children = [(jax.tree_util.DictKey(key), fields["_mapping"][key]) for key in keys]
    return children, (tuple(keys), fields.get("_graphdef"))


def _unflatten(beside, children):
    keys, made_of = beside
    made = object_new(State)
    made.__dict__["_mapping"] = dict(zip(keys, children))
    if made_of is not None:
        made.__dict__["_graphdef"] = made_of
    return made


_registered = register_mapping(State, _flatten, _unflatten, None, jax.tree_util.DictKey)


def paths_of(x):
    """Pairs of a path and a leaf: a variable, or an array."""
    result = []

    def visit(x, path):
        if isinstance(x, Variable):
            result.append((path, x))
        elif isinstance(x, Pytree):
            for key, part in data_items(x):
                if isinstance(part, Variable):
                    result.append((path + (key,), part))
                else:
                    visit(part, path + (key,))
        elif isinstance(x, State):
            for key, part in x.__dict__["_mapping"].items():
                if part is None or isinstance(part, (Variable, str)):
                    result.append((path + (key,), part))
                else:
                    visit(part, path + (key,))
        elif isinstance(x, dict):
            for key, part in x.items():
                visit(part, path + (key,))
        elif isinstance(x, tuple) and hasattr(x, "_fields"):
            for name in x._fields:
                visit(getattr(x, name), path + (name,))
        elif isinstance(x, (list, tuple)):
            for i, part in enumerate(x):
                visit(part, path + (i,))
        elif is_structure(x):
            for name in node_fields(x):
                visit(getattr(x, name), path + (name,))
        elif not is_known(x):
            unknown("the variables of what is not known")
        elif is_array(x) or isinstance(x, (jax.ShapeDtypeStruct, bool, int, float)):
            result.append((path, x))

    visit(x, ())
    return result


def modules_of(tree):
    """The modules in it, each of them once."""
    found = {}

    def visit(x):
        if isinstance(x, Pytree):
            if identity(x) in found:
                return
            found[identity(x)] = x
            parts = [part for _, part in data_items(x)]
        elif isinstance(x, (list, tuple)):
            parts = x
        else:
            parts = list(x.values()) if isinstance(x, dict) else []
        for part in parts:
            if isinstance(part, (Pytree, list, tuple, dict)):
                visit(part)

    visit(tree)
    return list(found.values())


def state_of(pairs):
    """A state of pairs of paths and leaves."""
    made = State()
    for path, leaf in pairs:
        if not path:  # an array or a variable alone
            raise IndexError("tuple index out of range")
        here = made
        for key in path[:-1]:
            inside = here._mapping
            if key not in inside:
                inside[key] = State()
            here = inside[key]
        here._mapping[path[-1]] = leaf
    return made


def from_flat_state(flat_state, *, cls=State):
    if cls is not State:
        unknown("from_flat_state of another class")
    return state_of(list(flat_state.items()) if isinstance(flat_state, dict) else list(flat_state))


class FlatState:
    """Pairs of a path and a leaf, in the order of their paths."""

    def __init__(self, items, *, sort=True):
        self._items = sorted(items, key=lambda item: tuple([str(key) for key in item[0]])) if sort else list(items)

    @property
    def paths(self):
        return tuple([path for path, _ in self._items])

    @property
    def leaves(self):
        return [leaf for _, leaf in self._items]

    def __getitem__(self, index):
        return FlatState(self._items[index], sort=False) if isinstance(index, slice) else self._items[index]

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def to_nested_state(self):
        return state_of(self._items)

    def filter(self, first, *filters):
        groups, _ = _sorted_out(self._items, (first,) + filters)
        flat = tuple([FlatState(group) for group in groups])
        return flat[0] if len(flat) == 1 else flat

    def split(self, first, *filters):
        flat = tuple([to_flat_state(state) for state in _split(self._items, (first,) + filters)])
        return flat[0] if len(flat) == 1 else flat

    @staticmethod
    def merge(flat_state, *flat_states):
        return FlatState([item for flat in (flat_state,) + flat_states for item in flat])


def to_flat_state(state):
    return FlatState(paths_of(state))


def map_state(f, state):
    return state_of([(path, program_call(f, path, leaf)) for path, leaf in to_flat_state(state)])


def _as_int(key):
    digits = key[1:] if isinstance(key, str) and key.startswith("-") else key
    return int(key) if isinstance(key, str) and digits.isdigit() else key


def restore_int_paths(pure_dict):
    return {
        _as_int(key): restore_int_paths(value) if isinstance(value, dict) else value
        for key, value in pure_dict.items()
    }


def to_pure_dict(state, extract_fn=None):
    def extract(x):
        if extract_fn is not None:
            return program_call(extract_fn, x)
        return x.get_value() if isinstance(x, Variable) else x

    def plain(x):
        return {key: plain(value) for key, value in x.items()} if isinstance(x, (State, dict)) else extract(x)

    return plain(state)


def replace_by_pure_dict(state, pure_dict, replace_fn=None, _path=()):
    for key, value in pure_dict.items():
        path = _path + (key,)
        own = key if key in state else _as_int(key)
        if own not in state:
            raise ValueError(f"key in pure_dict not available in state: {path}")
        if isinstance(value, dict):
            replace_by_pure_dict(state[own], value, replace_fn, path)
        elif replace_fn is not None:
            state[own] = program_call(replace_fn, state[own], value)
        else:
            state[own] = state[own].replace(value) if hasattr(state[own], "replace") else value


def _takes_all(wanted):
    return wanted is Ellipsis or wanted is True


def _sorted_out(pairs, filters):
    """The pairs by the first filter that takes them, and those that none takes."""
    for i, wanted in enumerate(filters):
        if _takes_all(wanted) and not all(_takes_all(f) for f in filters[i + 1 :]):
            raise ValueError(
                f"`...` or `True` can only be used as the last filters, got {wanted} it at index {i}."
            )
    groups, rest = [[] for _ in filters], []
    for path, value in pairs:
        for group, wanted in zip(groups, filters):
            if matches(wanted, path, value):
                group.append((path, value))
                break
        else:
            rest.append((path, value))
    return groups, rest


def unique(pairs):
    """Without the variables that stand there once already."""
    return distinct(pairs)


def _states(pairs, filters):
    if not filters:
        return state_of(pairs)
    groups, _ = _sorted_out(pairs, filters)
    states = tuple([state_of(group) for group in groups])
    return states[0] if len(states) == 1 else states


def state(node, *filters, graph=None):
    if not is_known(type(node)):
        return node
    return _states(unique(paths_of(node)), filters)


def variables(node, *filters, graph=None):
    return state(node, *filters)


def filter_state(state, first, *rest):
    return _states(paths_of(state), (first,) + rest)


def split_state(state, first, *rest):
    states = _split(paths_of(state), (first,) + rest)
    return states[0] if len(states) == 1 else states


def _split(pairs, filters):
    if not filters:
        return (state_of(pairs),)
    groups, rest = _sorted_out(pairs, filters)
    if rest:
        raise ValueError("Non-exhaustive filters, got a non-empty remainder: FlatState([")
    return tuple([state_of(group) for group in groups])


def merge_state(state, *states, cls=State):
    if cls is not State:
        unknown("merge_state of another class")
    pairs = paths_of(state)
    for other in states:
        pairs += paths_of(other)
    return state_of(pairs)


class GraphDef:
    """What a module is without its variables."""

    def __eq__(self, other):
        if self is not other:
            unknown("whether two GraphDefs are equal")
        return True

    def __hash__(self):
        return 0

    def __init__(self, template):
        self.template = template

    def apply(self, state, *states, graph=None):
        return _Caller((self, state) + states, ())


def _item(x, key):
    return x[key]


class _Caller:
    """Calls what stands at the end of a way through a module, and gives what became of the module too."""

    def __init__(self, parts, way):
        self._parts, self._way = parts, way

    def __getattr__(self, name):
        return _Caller(self._parts, self._way + ((getattr, name),))

    def __getitem__(self, key):
        return _Caller(self._parts, self._way + ((_item, key),))

    def __call__(self, *args, **kwargs):
        module = merge(*self._parts)
        found = module
        for step, key in self._way:
            try:
                found = step(found, key)
            except AttributeError as error:
                raise error
        out = program_call(found, *args, **kwargs)
        return out, split(module)


def call(graphdef_state, /):
    return graphdef_state[0].apply(graphdef_state[1])


_static = jax.tree_util.register_static(GraphDef)


class _Hole:
    """Where an array stands in a module without its leaves."""


def _rebuilt(x, leaf_at, made, path=()):
    """A copy of modules in which `leaf_at` gives the variables and arrays."""
    if identity(x) in made:
        return made[identity(x)]

    def part(value, key):
        return _rebuilt(value, leaf_at, made, path + (key,))

    if isinstance(x, (Variable, _Hole)):
        new = leaf_at(path, x)
        made[identity(x)] = new
        return new
    if isinstance(x, Pytree):
        new = object_new(type(x))
        made[identity(x)] = new
        new.__dict__.update(x.__dict__)
        known = x.__dict__.get("_data", type(x)._nodes)  # what is being made has none yet
        new.__dict__["_data"], new.__dict__["_level"] = dict(known), trace_level()
        if isinstance(x, List):
            new.__dict__["_items"] = list(x.__dict__["_items"])
            new.__dict__["_marks"] = list(x.__dict__["_marks"])
        for key, value in data_items(x):
            if isinstance(x, List):
                new.__dict__["_items"][key] = part(value, key)
            else:
                new.__dict__[key] = part(value, key)
        return new
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        return type(x)(*[part(getattr(x, name), name) for name in x._fields])
    if isinstance(x, (list, tuple)):
        parts = [part(value, i) for i, value in enumerate(x)]
        return tuple(parts) if isinstance(x, tuple) else parts
    if isinstance(x, dict):
        return {key: part(value, key) for key, value in x.items()}
    if isinstance(x, State):  # with parts that have no leaves, such as optax.MaskedNode
        mapping = x.__dict__["_mapping"]
        return _unflatten((tuple(mapping), x.__dict__.get("_graphdef")), [
            leaf_at(path + (key,), value) if value is None or isinstance(value, (str, bool, int, float))
            else part(value, key) for key, value in mapping.items()])
    if is_structure(x):
        return x.replace(**{name: part(getattr(x, name), name) for name in node_fields(x)})
    if is_array(x) or isinstance(x, jax.ShapeDtypeStruct):
        return leaf_at(path, x)
    return x


def shared_alike(x, traced, made):
    """The nodes that a jitted function has given, which are one where they were one as it was traced: there, and among what it
    was given, which `made` has by the identity of what stood for it. flax: nnx/graphlib.py merge."""
    at = dict(paths_of(x))
    return _rebuilt(traced, lambda path, leaf: at[path], made)


def is_shared(tree, given):
    """Whether a variable stands in it more than once, or is one of those given."""
    pairs = [pair for pair in paths_of(tree) if isinstance(pair[1], Variable)]
    return len(unique(pairs)) < len(pairs) or any(identity(v) in given for _, v in pairs)


def _copied(path, leaf):
    if not isinstance(leaf, Variable):
        return leaf
    return make_variable(type(leaf), leaf.__dict__["raw_value"], leaf.__dict__["_metadata"])


def placed_variables(tree):
    """Pairs of a path and a variable, each of them once."""
    return unique([pair for pair in paths_of(tree) if isinstance(pair[1], Variable)])


def variables_of(tree):
    return [v for _, v in placed_variables(tree)]


class Copies:
    """Copies of the modules and variables of a tree, as a function sees them that a transformation traces."""

    def __init__(self, tree):
        self._copies = {}
        self.tree = _rebuilt(tree, _copied, self._copies)
        self._modules = modules_of(tree)
        self._variables = [v for v in variables_of(tree) if identity(v) in self._copies]
        self._originals = {identity(self.of(x)): x for x in self._modules + self._variables}

    def of(self, node):
        return self._copies.get(identity(node), node)

    def original(self, node):
        return self._originals.get(identity(node), node)

    def for_call(self, tree):
        """What stands for each copy in a tree of the same graph; nothing where that is another."""
        now, before = modules_of(tree) + variables_of(tree), self._modules + self._variables
        return {identity(self.of(x)): y for x, y in zip(before, now)} if len(now) == len(before) else {}

    def give_back(self):
        """Has the modules become what the function has made of the copies."""
        made = dict(self._originals)
        for x in self._modules:
            fields, new = x.__dict__, self.of(x).__dict__
            for name in [name for name in fields if name not in new]:
                fields.pop(name)
            for name, value in new.items():
                fields[name] = value if name in hidden_fields else _rebuilt(value, lambda path, leaf: leaf, made)
        for v in self._variables:
            v.__dict__["_metadata"] = self.of(v).__dict__["_metadata"]


def split(node, *filters, graph=None):
    if not is_known(type(node)):
        return (node,) * (1 + max(1, len(filters)))
    if isinstance(node, Pytree) and "_captures" in node.__dict__:
        unknown("nnx.split inside of nnx.capture")
    template = _rebuilt(node, lambda path, v: make_variable(type(v), None, v.get_metadata()) if isinstance(v, Variable) else _Hole(), {})
    made = GraphDef(template) if _static is None else GraphDef(template)
    return (made,) + _split(unique(paths_of(node)), filters)


def graphdef(node, graph=None):
    return split(node)[0]


def _refuse_graphdef(given):
    if library_release("flax") >= (0, 12, 5):
        said = "State({" if isinstance(given, State) else repr(given)
        raise TypeError(f"Expected a GraphDef or GraphState object, got: {said}")
    unknown("nnx.merge with no GraphDef first")


def _refuse_leaves(template, count, missing):
    """Raises what nnx.merge says where a leaf is missing. It counts them, and takes them by their order alone."""
    wanted = []
    _rebuilt(template, lambda path, v: wanted.append(path) or v, {})
    if len(wanted) == count:
        unknown("nnx.merge of a state with other names")
    if library_release("flax") < (0, 10, 7):
        raise ValueError(f"Missing key at path: {missing}")
    raise ValueError(f"Incorrect number of leaves, expected {len(wanted)} leaves, but got {count}.")


def merge(graphdef, *states, copy=False, recreate_variables=True):
    if isinstance(graphdef, State) and "_graphdef" in graphdef.__dict__:
        states = (graphdef,) + states
        graphdef = graphdef.__dict__["_graphdef"]
    if not isinstance(graphdef, GraphDef):
        _refuse_graphdef(graphdef)
    if not states:
        raise TypeError("merge() missing 1 required positional argument: 'state'")
    given = [pair for one in states for pair in paths_of(State(one) if isinstance(one, dict) else one)]
    found = {path: value for path, value in given}

    def leaf_at(path, old):
        if path not in found:
            _refuse_leaves(graphdef.template, len(given), path)
        value = found[path]
        if not isinstance(old, Variable) or (isinstance(value, Variable) and not copy):
            return value
        if isinstance(value, Variable):
            return make_variable(type(old), value.get_value(), {**old.get_metadata(), **value.get_metadata()})
        return make_variable(type(old), value, old.get_metadata())

    return _rebuilt(graphdef.template, leaf_at, {})


def unpack(node, *filters, graph=None):
    made, *states = split(node, *filters)
    for one in states:
        one.__dict__["_graphdef"] = made
    return states[0] if len(states) == 1 else tuple(states)


def clone(node, variables=True, *, arrays=False, graph=None):
    if arrays and not variables:
        raise ValueError("If arrays is True, variables should be also True")
    if arrays:
        unknown("clone of the arrays too")
    if not variables:
        return _rebuilt(node, lambda path, v: v, {})
    return _rebuilt(node, lambda path, v: v.copy() if isinstance(v, Variable) else v, {})


def _update_unseen(node):
    """By a state that is not known, whose arrays are like those that there are."""
    for _, variable in paths_of(node):
        if isinstance(variable, Variable) and isinstance(variable.get_value(), jax.ShapeDtypeStruct):
            variable.__dict__["raw_value"] = unknowable("an array of a state")


def update(node, state, *states):
    if not all([is_known(one) for one in (state,) + states]):
        return _update_unseen(node)
    for one in (state,) + states if states else ():
        if isinstance(one, GraphDef):
            raise AssertionError("expected Mapping; got GraphDef")
    here = {}
    for path, value in paths_of(node):
        here[path] = value
    for one in (state,) + states:
        for path, value in paths_of(one):
            if isinstance(node, Pytree) and not isinstance(node, List) and path and isinstance(path[0], int):
                raise KeyError(f"Invalid key: {path[0]!r}")
            old = here.get(path)
            if isinstance(old, Variable):
                old.update_from_state(value)
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
    if not filters:
        raise ValueError("Expected at least one filter")
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


def recursive_map(f, node, /, *, graph=None):
    """f(path, value) in the place of each part of a copy, inner ones first."""
    made = []

    def visit(x, path):
        for old, new in made:
            if x is old:
                return new
        if isinstance(x, List):
            for i, part in data_items(x):
                x.__dict__["_items"][i] = visit(part, path + (i,))
        elif isinstance(x, Pytree):
            for name, part in data_items(x):
                x.__dict__[name] = visit(part, path + (name,))
        elif isinstance(x, dict):
            return program_call(f, path, {key: visit(part, path + (key,)) for key, part in x.items()})
        elif isinstance(x, (list, tuple)) and not hasattr(x, "_fields"):
            parts = [visit(part, path + (i,)) for i, part in enumerate(x)]
            return program_call(f, path, tuple(parts) if isinstance(x, tuple) else parts)
        new = program_call(f, path, x)
        if isinstance(x, (Pytree, Variable)):
            made.append((x, new))
        return new

    return visit(clone(node, variables=False), ())


def map(f, node, /, *, graph=None, recreate_variables=True):
    made, found = split(node)
    return merge(made, map_state(f, found))


def set_metadata(node, /, *, only=Variable, **metadata):
    for path, variable in unique(paths_of(node)):
        if isinstance(variable, Variable) and matches(only, path, variable):
            variable.set_metadata(**metadata)


def find_duplicates(node, /, *, only=Ellipsis):
    groups = []

    def visit(x, path):
        if isinstance(x, (Pytree, Variable)):
            for other, paths in groups:
                if x is other:
                    paths.append(path)
                    return
            groups.append((x, [path]))
        parts = data_items(x) if isinstance(x, Pytree) else list(x.items()) if isinstance(x, dict) else []
        for key, part in list(enumerate(x)) if isinstance(x, (list, tuple)) else parts:
            visit(part, path + (key,))

    visit(node, ())
    return [paths for x, paths in groups if len(paths) > 1 and matches(only, paths[0], x)]


def as_pure(tree):
    return jax.tree.map(
        lambda x: as_pure(x.get_value()) if _is_variable(x) else x, tree, is_leaf=_is_variable
    )


pure = as_pure


def prefix(node, values, /, *, graph=None):
    """The node with what the filters say in the place of its leaves."""
    if graph:
        unknown("nnx.prefix of a graph")

    def value_at(path, leaf):
        for wanted, value in values.items():
            if matches(wanted, path, leaf):
                return value
        raise ValueError(f"No filter matches the leaf at path {path}")

    return _rebuilt(node, value_at, {})


def with_attributes(node, /, *, only=Ellipsis, raise_if_not_found=True, graph=None, **attributes):
    copy = clone(node, variables=False)
    copy.set_attributes(only, raise_if_not_found=raise_if_not_found, **attributes)
    return copy


def view(node, /, *, only=Ellipsis, raise_if_not_found=True, graph=None, **attributes):
    copy = clone(node, variables=False)
    unused = list(attributes)
    for path, part in iter_graph(copy):
        if not isinstance(part, Pytree) or not hasattr(type(part), "set_view") or not matches(only, path, part):
            continue
        names = [parameter[0] for parameter in parameters_of(function_of(part.set_view))]
        part.set_view(**{name: value for name, value in attributes.items() if name in names})
        unused = [name for name in unused if name not in names]
    if raise_if_not_found and unused:
        unknown("nnx.view with keys that no part is known to take")
    return copy


def display(*args):
    return None


def tabulate(obj, *input_args, **options):
    return unknowable("flax.nnx.tabulate")
