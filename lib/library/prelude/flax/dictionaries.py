"""Nested dicts. flax 0.12.8: core/frozen_dict.py, traverse_util.py."""

MODULE = "flax.core flax.core.frozen_dict"


class FrozenDict:
    def __init__(self, *args, **kwargs):
        given = dict(*args, **kwargs) if len(_registered) else {}
        self._dict = {key: unfreeze(value) for key, value in given.items()}

    def __getitem__(self, key):
        if key not in self._dict:
            raise KeyError(key)
        value = self._dict[key]
        return FrozenDict(value) if isinstance(value, dict) else value

    def __setitem__(self, key, value):
        raise ValueError("FrozenDict is immutable.")

    def __contains__(self, key):
        return key in self._dict

    def __iter__(self):
        return iter(self._dict)

    def __len__(self):
        return len(self._dict)

    def __eq__(self, other):
        if isinstance(other, FrozenDict):
            return self._dict == other._dict
        return isinstance(other, dict) and self._dict == other  # as mappings of Python are

    def __hash__(self):
        return hash(tuple(sorted([(key, value) for key, value in self.items()])))

    def keys(self):
        return self._dict.keys()

    def items(self):
        return [(key, self[key]) for key in self._dict]

    def values(self):
        return [self[key] for key in self._dict]

    def get(self, key, default=None):
        return self[key] if key in self._dict else default

    def copy(self, add_or_replace={}):
        return FrozenDict({**self._dict, **unfreeze(add_or_replace)})

    def pop(self, key):
        try:
            value = self[key]
        except KeyError as error:
            raise error
        return FrozenDict({name: x for name, x in self._dict.items() if name != key}), value

    def unfreeze(self):
        return unfreeze(self._dict)


def _flatten(frozen):
    names = tuple(sorted(frozen._dict))
    return tuple([(jax.tree_util.DictKey(name), frozen._dict[name]) for name in names]), names


_registered = [
    jax.tree_util.register_pytree_with_keys(
        FrozenDict, _flatten, lambda names, children: FrozenDict(dict(zip(names, children)))
    )
]


def freeze(xs):
    return FrozenDict(xs)


def unfreeze(x):
    if isinstance(x, FrozenDict):
        x = x._dict
    if not isinstance(x, dict):
        return x
    return {key: unfreeze(value) for key, value in x.items()}


def copy(x, add_or_replace={}):
    if isinstance(x, FrozenDict):
        return x.copy(add_or_replace)
    return {**x, **add_or_replace}


def pop(x, key):
    if isinstance(x, FrozenDict):
        return x.pop(key)
    rest = dict(x)
    try:
        value = rest.pop(key)
    except KeyError as error:
        raise error
    return rest, value
