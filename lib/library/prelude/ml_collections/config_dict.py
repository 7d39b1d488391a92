"""Configurations. ml_collections 1.1.0: config_dict/config_dict.py."""
MODULE = "ml_collections ml_collections.config_dict"


def _stored(value):
    return ConfigDict(value) if type(value) is dict else value


def _replaces(old, value):
    """Whether a value takes the place of another without a question of types."""
    if old is None or value is None or type(old) is type(value) or isinstance(old, (ConfigDict, FieldReference)):
        return True
    return isinstance(old, (list, tuple)) and isinstance(value, (list, tuple))


class ConfigDict:
    def __init__(self, initial_dictionary=None, type_safe=True, convert_dict=True, *, allow_dotted_keys=False, sort_keys=True):
        object.__setattr__(self, "_fields", {})
        object.__setattr__(self, "_locked", False)
        object.__setattr__(self, "_type_safe", type_safe)
        if not convert_dict or allow_dotted_keys or not sort_keys:
            unknown("a ConfigDict with these options")
        if initial_dictionary is not None:
            for key, value in initial_dictionary.items():
                self._fields[key] = _stored(value)

    def __getitem__(self, key):
        if isinstance(key, str) and "." in key:
            first, rest = key.split(".", 1)
            return self[first][rest]
        if key not in self._fields:
            raise KeyError(f"{key!r}")
        value = self._fields[key]
        return value.get() if isinstance(value, FieldReference) else value

    def __getattr__(self, name):
        if name not in self._fields:
            raise AttributeError(repr(f"{name!r}"))
        return self[name]

    def __setitem__(self, key, value):
        if isinstance(key, str) and "." in key:
            raise ValueError(
                "ConfigDict does not accept dots in field names (when `allow_dotted_keys=False`), "
                f"but the key {key} contains one."
            )
        if self._locked and key not in self._fields:
            raise KeyError(
                f'Key "{key}" does not exist and cannot be added since the config is locked. '
                f'Other fields present: "{self._fields}"'
            )
        old = self._fields.get(key)
        if isinstance(old, FieldReference):
            old.set(value)
            return
        if self._type_safe and not _replaces(old, value):
            if not (isinstance(old, float) and isinstance(value, int)):
                unknown("a field of a ConfigDict that gets a value of another type")
            value = float(value)
        self._fields[key] = _stored(value)

    def __setattr__(self, name, value):
        if self._locked and name not in self._fields:
            raise AttributeError(f"config is locked: {name}")
        self[name] = value

    def __delitem__(self, key):
        if self._locked:
            raise KeyError("This ConfigDict is locked, you have to unlock it before trying to delete a field.")
        del self._fields[key]

    def __delattr__(self, name):
        del self[name]

    def __contains__(self, key):
        return key in self._fields

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self._fields)

    def __eq__(self, other):
        return isinstance(other, ConfigDict) and self.to_dict() == other.to_dict()

    def keys(self):
        return sorted(self._fields)

    def values(self):
        return [self[key] for key in self.keys()]

    def items(self):
        return [(key, self[key]) for key in self.keys()]

    def get(self, key, default=None):
        return self[key] if key in self._fields else default

    def get_ref(self, key):
        value = self._fields[key]
        if not isinstance(value, FieldReference):
            value = FieldReference(value)
            self._fields[key] = value
        return value

    def get_oneway_ref(self, key):
        return FieldReference(self.get_ref(key))

    def update(self, *other, **kwargs):
        for changes in other + (kwargs,):
            for key, value in changes.items():
                inner = self.get(key)
                if isinstance(inner, ConfigDict) and isinstance(value, (dict, ConfigDict)):
                    inner.update(value)
                else:
                    self[key] = value

    def update_from_flattened_dict(self, flattened_dict, strip_prefix=""):
        for key, value in flattened_dict.items():
            if key.startswith(strip_prefix):
                path = key[len(strip_prefix) :].split(".")
                inner = self
                for name in path[:-1]:
                    inner = inner[name]
                inner[path[-1]] = value

    def to_dict(self):
        return {key: value.to_dict() if isinstance(value, ConfigDict) else value for key, value in self.items()}

    def copy_and_resolve_references(self):
        return type(self)(self.to_dict())

    def lock(self):
        object.__setattr__(self, "_locked", True)
        return self

    def unlock(self):
        object.__setattr__(self, "_locked", False)
        return self

    @property
    def is_locked(self):
        return self._locked

    @property
    def is_type_safe(self):
        return self._type_safe

    def unlocked(self):
        return _Setting(self, "_locked", False)

    def ignore_type(self):
        return _Setting(self, "_type_safe", False)


class _Setting:
    """An attribute of a configuration that is another inside of a block."""

    def __init__(self, config, name, value):
        self.config, self.name, self.value = config, name, value
        self.outside = getattr(config, name)

    def __enter__(self):
        object.__setattr__(self.config, self.name, self.value)

    def __exit__(self, kind, error, traceback):
        object.__setattr__(self.config, self.name, self.outside)


class FrozenConfigDict(ConfigDict):
    def __init__(self, initial_dictionary=None, type_safe=True):
        super().__init__(initial_dictionary, type_safe)
        for key, value in self._fields.items():
            if isinstance(value, ConfigDict):
                self._fields[key] = FrozenConfigDict(value)
            elif isinstance(value, list):
                self._fields[key] = tuple(value)

    def __setitem__(self, key, value):
        raise AttributeError("FrozenConfigDict is immutable. Cannot set field values.")

    def __setattr__(self, name, value):
        raise AttributeError("FrozenConfigDict is immutable. Cannot set field values.")

    def __hash__(self):
        return hash(tuple(self.items()))


class FieldReference:
    def __init__(self, default, field_type=None, op=None, required=False):
        self._value = default
        self._required = required
        if op is not None:
            unknown("a FieldReference with an operation")

    def get(self):
        if self._required and self._value is None:
            raise RequiredValueError("None value is not allowed")
        return self._value.get() if isinstance(self._value, FieldReference) else self._value

    def set(self, value, type_safe=True):
        self._value = value

    def _lazy(self, *args):
        return unknowable("what is made of a FieldReference")

    __add__ = _lazy
    __radd__ = _lazy
    __sub__ = _lazy
    __rsub__ = _lazy
    __mul__ = _lazy
    __rmul__ = _lazy
    __truediv__ = _lazy
    __floordiv__ = _lazy


class RequiredValueError(Exception):
    pass


class MutabilityError(Exception):
    pass


def create(**kwargs):
    return ConfigDict(kwargs)


def placeholder(field_type, required=False):
    return FieldReference(None, field_type, required=required)


def required_placeholder(field_type):
    return placeholder(field_type, required=True)
