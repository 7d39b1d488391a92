"""Configurations. ml_collections 1.1.0: config_dict/config_dict.py."""
MODULE = "ml_collections ml_collections.config_dict"


def _stored(value):
    return ConfigDict(value) if type(value) is dict else value


def _is_unchecked(old, value):
    """Whether a value takes the place of another without a question of types."""
    return old is None or value is None or isinstance(old, ConfigDict) or isinstance(value, FieldReference)


def _yaml(config, indent):
    """The fields as YAML, as far as they are numbers, texts and configurations."""
    text = ""
    for key, value in config.items():
        if isinstance(value, ConfigDict):
            text += f"{indent}{key}:\n" + _yaml(value, indent + "  ")
        else:
            plain = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
            text += f"{indent}{key}: {plain}\n"
    return text


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
        try:
            if isinstance(old, FieldReference):
                old.set(value, self._type_safe)
                return
            if not _is_unchecked(old, value):
                value = _cast(value, type(old), self._type_safe)
        except TypeError as error:
            raise TypeError(f"Could not override field '{key}' (reference). {error}")
        self._fields[key] = _stored(value)

    def __setattr__(self, name, value):
        try:
            self[name] = value
        except KeyError as error:
            raise AttributeError(str(error))

    def __delitem__(self, key):
        if self._locked:
            raise KeyError("This ConfigDict is locked, you have to unlock it before trying to delete a field.")
        del self._fields[key]

    def __delattr__(self, name):
        del self[name]

    def __repr__(self):
        return _yaml(self, "")

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
        raise AttributeError("FrozenConfigDict is immutable. Cannot call __setitem__().")

    def __setattr__(self, name, value):
        raise AttributeError("FrozenConfigDict is immutable. Cannot call __setattr__().")

    def __delitem__(self, key):
        raise AttributeError("FrozenConfigDict is immutable. Cannot call __delitem__().")

    def __delattr__(self, name):
        raise AttributeError("FrozenConfigDict is immutable. Cannot call __delattr__().")

    def lock(self):
        raise AttributeError("FrozenConfigDict is immutable. Cannot call lock().")

    def unlock(self):
        raise AttributeError("FrozenConfigDict is immutable. Cannot call unlock().")

    def __hash__(self):
        return hash(tuple(self.items()))


def _value_of(x):
    return x.get() if isinstance(x, FieldReference) else x


def _cast(value, field_type, type_safe=False):
    """The value as one of the type of a field. ml_collections: _safe_cast."""
    if isinstance(value, int) and field_type is float:
        return float(value)
    if isinstance(value, tuple) and field_type is list:
        return list(value)
    if isinstance(value, list) and field_type is tuple:
        return tuple(value)
    if type_safe and not isinstance(value, field_type):
        raise TypeError(f"{value} is of original type {type(value)} and cannot be casted to type {field_type}")
    return value


def _lazily(f):
    """The method of references that says by a function what becomes of the value."""

    def method(self, *others):
        made = FieldReference(self, self._type)
        made._changes = [(f, [_cast(other, self._type) for other in others])]
        return made

    return method


class FieldReference:
    def __init__(self, default, field_type=None, op=None, required=False):
        if field_type is None:
            if default is None:
                raise ValueError("Default value cannot be None if field_type is None")
            field_type = default._type if isinstance(default, FieldReference) else type(default)
        if op is not None:
            unknown("a FieldReference with an operation")
        self._type = field_type
        self._required = required
        self.set(default)

    def set(self, value, type_safe=True):
        self._changes = []
        keep = value is None or isinstance(value, FieldReference)
        self._value = value if keep else _cast(value, self._type, type_safe)

    def empty(self):
        return self._value is None

    def get_type(self):
        return self._type

    def get(self):
        if self._required and self._value is None:
            raise RequiredValueError("None value found in required reference")
        value = _value_of(self._value)
        for f, others in self._changes:
            others = [_value_of(other) for other in others]
            value = None if value is None or None in others else f(value, *others)
        return value

    def __eq__(self, other):
        return self.get() == _value_of(other)

    def __bool__(self):
        raise NotImplementedError(
            'FieldReference cannot be used for control flow. For boolean operations use "&" (logical "and") or "|" '
            '(logical "or").'
        )

    __add__ = _lazily(lambda x, y: x + y)
    __radd__ = _lazily(lambda x, y: y + x)
    __sub__ = _lazily(lambda x, y: x - y)
    __rsub__ = _lazily(lambda x, y: y - x)
    __mul__ = _lazily(lambda x, y: x * y)
    __rmul__ = _lazily(lambda x, y: y * x)
    __truediv__ = _lazily(lambda x, y: x / y)
    __rtruediv__ = _lazily(lambda x, y: y / x)
    __floordiv__ = _lazily(lambda x, y: x // y)
    __rfloordiv__ = _lazily(lambda x, y: y // x)
    __mod__ = _lazily(lambda x, y: x % y)
    __pow__ = _lazily(lambda x, y: x**y)
    __and__ = _lazily(lambda x, y: x & y)
    __or__ = _lazily(lambda x, y: x | y)
    __xor__ = _lazily(lambda x, y: x ^ y)
    __neg__ = _lazily(lambda x: -x)
    __abs__ = _lazily(abs)
    identity = _lazily(lambda x: x)

    def _as(self, field_type):
        made = FieldReference(self, field_type)
        made._changes = [(field_type, [])]
        return made

    def to_int(self):
        return self._as(int)

    def to_float(self):
        return self._as(float)

    def to_str(self):
        return self._as(str)

    def attr(self, attr_name):
        made = FieldReference(self, self._type)
        made._changes = [(lambda value: getattr(value, attr_name), [])]
        return made


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
