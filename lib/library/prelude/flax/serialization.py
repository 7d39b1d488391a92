"""Trees as nested dicts with names, and as bytes. flax 0.12.8: serialization.py, struct.py, core/frozen_dict.py."""
from prelude.flax.dictionaries import FrozenDict
from prelude.flax.structures import is_structure, node_fields

MODULE = "flax.serialization"

_registry = []  # triples of a type that the program registered and its two functions


class _Bytes:
    """The bytes of a tree, of which only the tree is followed."""

    def __init__(self, tree):
        self.tree = tree

    def __getattr__(self, name):
        return unknowable()

    def __len__(self):
        return unknowable("len", 0)

    def __getitem__(self, index):
        return unknowable()

    def __iter__(self):
        return unknowable()

    def __add__(self, other):
        return unknowable()


def _functions_of(x):
    for kind, to_state, from_state in _registry:
        if type(x) is kind:
            return to_state, from_state
    return None


def _is_named_tuple(x):
    return isinstance(x, tuple) and hasattr(x, "_fields")


def _named(pairs):
    return {str(name): to_state_dict(value) for name, value in pairs}


def to_state_dict(target):
    functions = _functions_of(target)
    if functions is not None:
        return program_call(functions[0], target)
    if is_structure(target):
        return _named([(name, getattr(target, name)) for name in node_fields(target)])
    if _is_named_tuple(target):
        return _named([(name, getattr(target, name)) for name in target._fields])
    if isinstance(target, (list, tuple)):
        return _named(enumerate(target))
    return _named(target.items()) if isinstance(target, (dict, FrozenDict)) else target


def _restored_list(xs, state, path):
    if len(state) != len(xs):
        raise ValueError(
            "The size of the list and the state dict do not match,"
            f" got {len(xs)} and {len(state)} at path {path}"
        )
    return [_restored(x, state[str(i)], f"{path}/{i}") for i, x in enumerate(xs)]


def _restored_dict(xs, state, path):
    missing = {str(key) for key in xs.keys() if str(key) not in state}
    if missing:
        raise ValueError(
            "The target dict keys and state dict keys do not match, target dict"
            f" contains keys {missing} which are not present in state dict at path {path}"
        )
    return {key: _restored(value, state[str(key)], f"{path}/{key}") for key, value in xs.items()}


def _restored_named_tuple(xs, state, path):
    if set(state.keys()) == {"name", "fields", "values"}:  # as flax wrote it before
        state = {state["fields"][key]: state["values"][key] for key in state["fields"].keys()}
    have, want = set(state.keys()), set(xs._fields)
    if have != want:
        raise ValueError(
            "The field names of the state dict and the named tuple do not match,"
            f" got {have} and {want} at path {path}"
        )
    return type(xs)(**{name: _restored(getattr(xs, name), value, f"{path}/{name}") for name, value in state.items()})


def _restored_structure(x, state, path):
    rest, updates, kind = dict(state), {}, type(x).__name__
    for name in node_fields(x):
        if name not in rest:
            raise ValueError(
                f"Missing field {name} in state dict while restoring an instance of {kind}, at path {path}"
            )
        updates[name] = _restored(getattr(x, name), rest.pop(name), f"{path}/{name}")
    if rest:
        raise ValueError(
            f'Unknown field(s) "{",".join(rest.keys())}" in state dict while restoring an instance of {kind} at path {path}'
        )
    return x.replace(**updates)


def _restored(target, state, path):
    functions = _functions_of(target)
    if functions is not None:
        return program_call(functions[1], target, state)
    if is_structure(target):
        return _restored_structure(target, state, path)
    if _is_named_tuple(target):
        return _restored_named_tuple(target, state, path)
    if isinstance(target, (list, tuple)):
        made = _restored_list(target, state, path)
        return tuple(made) if isinstance(target, tuple) else made
    if isinstance(target, (dict, FrozenDict)):
        made = _restored_dict(target, state, path)
        return FrozenDict(made) if isinstance(target, FrozenDict) else made
    return state


def from_state_dict(target, state, name="."):
    return _restored(target, state, name)


def is_serializable(target):
    kind = target if isinstance(target, type) else type(target)
    known = (dict, list, tuple, FrozenDict)
    return kind in known or (is_dataclass(kind) and hasattr(kind, "_flax_dataclass")) or any(kind is other for other, _, _ in _registry)


def register_serialization_state(ty, ty_to_state_dict, ty_from_state_dict, override=False):
    if any(ty is other for other, _, _ in _registry) and not override:
        raise ValueError(f'a serialization handler for "{ty.__name__}" is already registered')
    _registry.insert(0, (ty, ty_to_state_dict, ty_from_state_dict))


def _of_host(tree):
    return jax.tree.map(lambda x: np.asarray(x) if is_array(x) else x, tree)


def msgpack_serialize(pytree, in_place=False):
    return _Bytes(_of_host(pytree))


def msgpack_restore(encoded_pytree):
    if not isinstance(encoded_pytree, _Bytes):
        unknown("what bytes hold")
    return encoded_pytree.tree


def to_bytes(target):
    return msgpack_serialize(to_state_dict(target), True)


def from_bytes(target, encoded_bytes):
    if not is_known(encoded_bytes):  # of a file: what was saved is taken for what it is to be
        return jax.tree.map(lambda x: unheld(np.asarray(x)) if is_array(x) else unknowable("what a file holds"), target,
                            is_leaf=lambda x: x is None)
    return from_state_dict(target, msgpack_restore(encoded_bytes))
