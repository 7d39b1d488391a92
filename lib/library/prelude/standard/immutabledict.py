"""Mappings that nobody changes, which are leaves of trees. immutabledict 4.2: __init__.py."""
MODULE = "immutabledict"


class immutabledict:
    def __init__(self, *args, **kwargs):
        self._dict = dict(*args, **kwargs)

    @classmethod
    def fromkeys(cls, seq, value=None):
        return cls({key: value for key in seq})

    def __getitem__(self, key):
        return self._dict[key]

    def __contains__(self, key):
        return key in self._dict

    def __iter__(self):
        return iter(self._dict)

    def __len__(self):
        return len(self._dict)

    def __eq__(self, other):
        return self._dict == (other._dict if isinstance(other, immutabledict) else other)

    def __hash__(self):
        return hash(tuple(self._dict.items()))

    def __or__(self, other):
        return type(self)({**self._dict, **other})

    def __repr__(self):
        return f"{type(self).__name__}({self._dict!r})"

    def keys(self):
        return self._dict.keys()

    def values(self):
        return self._dict.values()

    def items(self):
        return self._dict.items()

    def get(self, key, default=None):
        return self._dict.get(key, default)

    def copy(self, **add_or_replace):
        return type(self)({**self._dict, **add_or_replace})

    def set(self, key, value):
        return type(self)({**self._dict, key: value})

    def delete(self, key):
        return type(self)({k: v for k, v in self._dict.items() if k != key})

    def update(self, _dict):
        return type(self)({**self._dict, **_dict})


class ImmutableOrderedDict(immutabledict):
    pass
