"""Configurations. ml_collections 1.1.0: config_dict/config_dict.py."""
from prelude.standard.close_matches import close_matches
from prelude.standard.copy import deepcopy

MODULE = "ml_collections ml_collections.config_dict ml_collections.config_dict.config_dict"


def _is_unchecked(old, value):
    """Whether a reference takes the place of a value of its type."""
    return isinstance(value, FieldReference) and value.get_type() in (type(old), object)


def _plain_text(value):
    """A number or a word as YAML writes it; None for what needs more than that."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, (int, float)) or (isinstance(value, str) and value.replace("_", "").isalnum()):
        return str(value)
    return None


def _yaml(config, indent):
    """The fields as YAML, as far as they are numbers, words and configurations; else None."""
    text = ""
    for key, value in config.items():
        if isinstance(value, ConfigDict):
            inner = _yaml(value, indent + "  ")
            text += "" if inner is None else f"{indent}{key}:\n" + inner
        else:
            inner = _plain_text(value)
            text += f"{indent}{key}: {inner}\n"
        if inner is None:
            return None
    return text


def _of_key(key):
    """The first name of a dotted one, and the number in brackets behind it or None."""
    name = key.split(".")[0]
    first, bracket, rest = name.partition("[")
    digits = rest[:-1]
    return (first, int(digits)) if bracket and rest.endswith("]") and digits.isdecimal() else (name, None)


def _fill(seed, given, made):
    """Gives an empty configuration the items of a dict; `made` are those that stand for dicts already."""
    made[identity(given)] = seed
    for key, value in given.items(preserve_field_references=True) if isinstance(given, ConfigDict) else given.items():
        if isinstance(value, (dict, ConfigDict)) and identity(value) in made:
            value = made[identity(value)]
        elif isinstance(value, dict) and seed.convert_dict:
            inner = ConfigDict(type_safe=seed.is_type_safe, allow_dotted_keys=seed.allow_dotted_keys)
            _fill(inner, value, made)
            value = inner
        elif isinstance(value, FrozenConfigDict):
            value = ConfigDict(value, allow_dotted_keys=seed.allow_dotted_keys)
        seed[key] = value


def _deep_copy(x, memo):
    made = memo[identity(x)] = object_new(type(x))
    for name, value in x.__dict__.items():
        object.__setattr__(made, name, deepcopy(value, memo))
    return made


class ConfigDict:
    __deepcopy__ = _deep_copy

    def __init__(
        self, initial_dictionary=None, type_safe=True, convert_dict=True, *, allow_dotted_keys=False, sort_keys=True
    ):
        if isinstance(initial_dictionary, FrozenConfigDict):
            initial_dictionary = initial_dictionary.as_configdict()
        object.__setattr__(self, "_fields", {})
        object.__setattr__(self, "_locked", False)
        object.__setattr__(self, "_type_safe", type_safe)
        object.__setattr__(self, "_convert_dict", convert_dict)
        object.__setattr__(self, "_allow_dotted_keys", allow_dotted_keys)
        object.__setattr__(self, "_sort_keys", sort_keys)
        if initial_dictionary is not None:
            _fill(self, initial_dictionary, {})
        if isinstance(initial_dictionary, ConfigDict):
            object.__setattr__(self, "_locked", initial_dictionary.is_locked)
            object.__setattr__(self, "_type_safe", initial_dictionary.is_type_safe)

    def _is_dotted(self, key):
        return not self._allow_dotted_keys and isinstance(key, str) and "." in key

    def _suggesting(self, key, text):
        """The text, and behind it the field whose name is like the key."""
        found = close_matches(key, [str(name) for name in self.keys()], 0.75) if isinstance(key, str) else []
        return text + f'\nDid you mean "{found[0]}" instead of "{key}"?' if found else text

    def __getitem__(self, key):
        if self._is_dotted(key):
            first, rest = key.split(".", 1)
            return self[first][rest]
        if key not in self._fields:
            raise KeyError(self._suggesting(key, f"{key!r}"))
        value = self._fields[key]
        return value.get() if isinstance(value, FieldReference) else value

    def __getattr__(self, name):
        if name not in self._fields:
            raise AttributeError(repr(self._suggesting(name, f"{name!r}")))
        return self[name]

    def _lacks(self, key):
        """Whether it is a field that there is not."""
        return not self._is_dotted(key) and key not in self._fields

    def _fault_of_new(self, key):
        """What is said of a field that cannot be added."""
        text = (
            f'Key "{key}" does not exist and cannot be added since the config is locked. '
            f'Other fields present: "{self._fields}"'
        )
        return self._suggesting(key, text)

    def _fault_of_deletion(self, key):
        """What is said of a field that cannot be taken out."""
        if self._locked:
            return "This ConfigDict is locked, you have to unlock it before trying to delete a field."
        return self._suggesting(key, f"{key!r}")

    def __setitem__(self, key, value):
        if self._is_dotted(key):
            raise ValueError(
                "ConfigDict does not accept dots in field names (when `allow_dotted_keys=False`), "
                f"but the key {key} contains one."
            )
        if self._locked and self._lacks(key):
            raise KeyError(self._fault_of_new(key))
        if is_foreign(value):
            self._fields[key] = value
            return
        if key in self._fields:
            old = self._fields[key]
            try:
                if isinstance(old, FieldReference):
                    old.set(value, self._type_safe)
                    return
                if old is not None and not _is_unchecked(old, value):
                    if isinstance(value, dict) and self._convert_dict:
                        value = type(self)(value, type_safe=self._type_safe)
                    value = _cast(value, type(old), self._type_safe)
            except TypeError as error:
                raise TypeError(f"Could not override field '{key}' (reference). {error}")
        if self._convert_dict and isinstance(value, dict):
            value = ConfigDict(value, self._type_safe)
        elif self._convert_dict and isinstance(value, FieldReference) and not value.empty():
            if isinstance(value.get(), (dict, FrozenConfigDict)):
                value.set(ConfigDict(value.get(), self._type_safe), False)
        self._fields[key] = value

    def __setattr__(self, name, value):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(f"'{name} cannot be overridden.'")
        if self._locked and self._lacks(name):
            raise AttributeError(repr(self._fault_of_new(name)))
        self[name] = value

    def __delitem__(self, key):
        if self._locked or self._lacks(key):
            raise KeyError(self._fault_of_deletion(key))
        if self._is_dotted(key):
            first, rest = key.split(".", 1)
            del self[first][rest]
            return
        del self._fields[key]

    def __delattr__(self, name):
        if self._locked or self._lacks(name):
            raise AttributeError(repr(self._fault_of_deletion(name)))
        del self[name]

    def __repr__(self):
        text = _yaml(self, "")
        return unknowable("ml_collections.ConfigDict.__repr__") if text is None else text

    def __contains__(self, key):
        return key in self._fields

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self._fields)

    def __eq__(self, other):
        return (
            isinstance(other, type(self))
            and self._fields == other._fields
            and self._locked == other.is_locked
            and self._type_safe == other.is_type_safe
        )

    def eq_as_configdict(self, other):
        return isinstance(other, ConfigDict) and ConfigDict(self) == ConfigDict(other)

    def keys(self):
        return sorted(self._fields) if self._sort_keys else list(self._fields)

    iterkeys = keys

    def values(self, preserve_field_references=False):
        return [value for _, value in self.items(preserve_field_references)]

    itervalues = values

    def items(self, preserve_field_references=False):
        return [(key, self._fields[key] if preserve_field_references else self[key]) for key in self.keys()]

    iteritems = items

    def get(self, key, default=None):
        if not self._is_dotted(key) and key not in self._fields:
            return default
        try:
            return self[key]
        except KeyError:
            return default

    def get_type(self, key):
        if key not in self._fields:
            raise AttributeError(repr(f"{key!r}"))
        value = self._fields[key]
        return value.get_type() if isinstance(value, FieldReference) else type(value)

    def get_ref(self, key):
        if key not in self._fields:
            raise KeyError(key)
        value = self._fields[key]
        if value is None:
            raise ValueError("Cannot create reference to a field whose value is None")
        if not isinstance(value, FieldReference):
            value = FieldReference(value)
            self._fields[key] = value
        return value

    def get_oneway_ref(self, key):
        return self.get_ref(key).identity()

    def update(self, *other, **kwargs):
        if len(other) > 1:
            raise TypeError(f"update expected at most 1 arguments, got {len(other)}")
        for changes in other + (kwargs,):
            kept = isinstance(changes, ConfigDict)
            for key, value in changes.items(preserve_field_references=True) if kept else changes.items():
                old = self._fields.get(key)
                if isinstance(old, ConfigDict):
                    self[key].update(changes[key])
                elif isinstance(old, FieldReference) and isinstance(value, FieldReference):
                    raise TypeError(f"Cannot update a FieldReference from another FieldReference: {key!r}")
                else:
                    self[key] = value

    def _update_item(self, name, number, value):
        if number is None:
            self[name] = value
        else:
            items = list(self[name])
            items[number] = value
            self[name] = items if isinstance(self[name], list) else tuple(items)

    def update_from_flattened_dict(self, flattened_dict, strip_prefix=""):
        wanted = {key: value for key, value in flattened_dict.items() if key.startswith(strip_prefix)}
        inner = {}
        for full_key, value in wanted.items():
            key = full_key[len(strip_prefix) :]
            child = key.split(".")[0]
            name, number = _of_key(child)
            if "." not in key and number is None:
                self[name] = value
                continue
            if name not in self:
                raise KeyError(f'Key "{full_key}" cannot be set as "{strip_prefix + name}" was not found.')
            if number is not None and not isinstance(self[name], (list, tuple)):
                raise KeyError(f'Key "{full_key}" cannot be set as "{strip_prefix + name}" is not a tuple/list.')
            if "." not in key:
                self._update_item(name, number, value)
                continue
            part = self[name] if number is None else self[name][number]
            if not isinstance(part, ConfigDict):
                raise KeyError(
                    f'Key "{full_key}" cannot be updated as "{strip_prefix + child}" is not a ConfigDict ({type(part)}).'
                )
            inner[child] = part
        for child, part in inner.items():
            part.update_from_flattened_dict(wanted, f"{strip_prefix}{child}.")

    def to_dict(self, visit_map=None, preserve_field_references=False):
        made = {} if visit_map is None else visit_map
        result = {}
        made[identity(self)] = result
        for key in self:
            reference = self._fields[key]
            value = self[key]
            if isinstance(value, ConfigDict):
                inner = identity(value) in made
                value = made[identity(value)] if inner else value.to_dict(made, preserve_field_references)
            if preserve_field_references and isinstance(reference, FieldReference):
                if identity(reference) not in made:
                    made[identity(reference)] = FieldReference(None, dict if isinstance(value, dict) else reference.get_type())
                    made[identity(reference)].set(value, False)
                value = made[identity(reference)]
            result[key] = value
        return result

    def copy_and_resolve_references(self, visit_map=None):
        made = {} if visit_map is None else visit_map
        copy = ConfigDict(convert_dict=self.convert_dict, allow_dotted_keys=self.allow_dotted_keys)
        made[identity(self)] = copy
        for key, value in self._fields.items():
            value = _value_of(value)
            if isinstance(value, ConfigDict):
                known = identity(value) in made
                value = made[identity(value)] if known else value.copy_and_resolve_references(made)
            copy._fields[key] = value
        object.__setattr__(copy, "_locked", self._locked)
        object.__setattr__(copy, "_type_safe", self._type_safe)
        return FrozenConfigDict(copy) if isinstance(self, FrozenConfigDict) and visit_map is None else copy

    def to_yaml(self, **kwargs):
        return unknowable("ml_collections.ConfigDict.to_yaml")

    def to_json(self, json_encoder_cls=None, **kwargs):
        return unknowable("ml_collections.ConfigDict.to_json")

    def to_json_best_effort(self, **kwargs):
        return unknowable("ml_collections.ConfigDict.to_json_best_effort")

    def _inner(self):
        return [part for part in [_value_of(value) for value in self._fields.values()] if isinstance(part, ConfigDict)]

    def lock(self):
        if not self._locked:
            object.__setattr__(self, "_locked", True)
            for part in self._inner():
                part.lock()
        return self

    def unlock(self):
        object.__setattr__(self, "_locked", False)
        for part in self._inner():
            if part.is_locked:
                part.unlock()
        return self

    @property
    def is_locked(self):
        return self._locked

    @property
    def is_type_safe(self):
        return self._type_safe

    @property
    def convert_dict(self):
        return self._convert_dict

    @property
    def allow_dotted_keys(self):
        return self._allow_dotted_keys

    def unlocked(self):
        return _Unlocked(self)

    def ignore_type(self):
        return _Untyped(self)


class _Unlocked:
    def __init__(self, config):
        self.config, self.was_locked = config, config.is_locked

    def __enter__(self):
        if self.was_locked:
            self.config.unlock()
        return self.config

    def __exit__(self, kind, error, traceback):
        if self.was_locked:
            self.config.lock()


def _configurations_in(value, found):
    """All configurations in a value, each once."""
    if isinstance(value, ConfigDict):
        if not any([value is other for other in found]):
            found.append(value)
            for part in value._fields.values():
                _configurations_in(part, found)
    elif isinstance(value, (list, tuple, set)):
        for part in value:
            _configurations_in(part, found)
    elif isinstance(value, dict):
        for part in value.values():
            _configurations_in(part, found)
    return found


class _Untyped:
    """A block in which the fields of a configuration, and of those in it, take values of any type."""

    def __init__(self, config):
        self.config = config

    def __enter__(self):
        self.before = [(part, part.is_type_safe) for part in _configurations_in(self.config, [])]
        for part, _ in self.before:
            object.__setattr__(part, "_type_safe", False)
        return self.config

    def __exit__(self, kind, error, traceback):
        for part, type_safe in self.before:
            object.__setattr__(part, "_type_safe", type_safe)


def _require_immutable(value, above):
    if any([value is other for other in above]):
        raise ValueError("Bad FrozenConfigDict initialization: Cannot contain a cycle in its reference structure.")
    if isinstance(value, ConfigDict):
        for part in value.values():
            if isinstance(part, (ConfigDict, list, tuple)):
                _require_immutable(part, above + [value])
    elif isinstance(value, (list, tuple)):
        for part in value:
            if isinstance(part, (dict, ConfigDict, FieldReference)):
                raise ValueError(
                    "Bad FrozenConfigDict initialization: Cannot contain a dict, ConfigDict, or FieldReference within a "
                    "list or tuple."
                )
            if isinstance(part, (list, tuple)):
                _require_immutable(part, above + [value])


def _immutable(value, made):
    if isinstance(value, ConfigDict) and not isinstance(value, FrozenConfigDict):
        if identity(value) not in made:
            frozen = object_new(FrozenConfigDict)
            made[identity(value)] = frozen
            _freeze(frozen, value, made)
        return made[identity(value)]
    if isinstance(value, set):
        return frozenset(value)
    return tuple([_immutable(part, made) for part in value]) if isinstance(value, (list, tuple)) else value


def _freeze(frozen, config, made):
    object.__setattr__(frozen, "_configdict", config)
    for name in ("_locked", "_type_safe", "_convert_dict", "_allow_dotted_keys", "_sort_keys"):
        object.__setattr__(frozen, name, getattr(config, name))
    object.__setattr__(frozen, "_fields", {key: _immutable(value, made) for key, value in config.items()})


class FrozenConfigDict(ConfigDict):
    def __init__(self, initial_dictionary=None, type_safe=True):
        config = ConfigDict(initial_dictionary, type_safe)
        _require_immutable(config, [])
        _freeze(self, config, {identity(config): self})

    def as_configdict(self):
        return self._configdict

    def __eq__(self, other):
        return isinstance(other, FrozenConfigDict) and ConfigDict(self) == ConfigDict(other)

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


_PLAIN = (int, float, str, bool, list, tuple, dict, set)


def _derives(given, wanted):
    """Whether the one type is the other or derives from it."""
    if given == wanted or wanted == object or (given in _PLAIN and wanted in _PLAIN):
        return given == wanted or wanted == object or (given == bool and wanted == int)
    return issubclass(given, wanted)


def _is_callable_type(field_type):
    if field_type in _PLAIN:
        return False
    return any([own_member(kind, "__call__") is not None for kind in field_type.__mro__])


def _cast(value, field_type, type_safe=False):
    """The value as one of the type of a field. ml_collections: _safe_cast."""
    if isinstance(value, int) and field_type is float:
        return float(value)
    if isinstance(value, tuple) and field_type is list:
        return list(value)
    if isinstance(value, list) and field_type is tuple:
        return tuple(value)
    if not type_safe or value is None or isinstance(value, field_type):
        return value
    if not (callable(value) and _is_callable_type(field_type)):
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
    __deepcopy__ = _deep_copy

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
        if isinstance(value, FieldReference) and type_safe and not _derives(value.get_type(), self._type):
            raise TypeError(f"Reference is of type {value.get_type()} but should be of type {self._type}")
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

    def __le__(self, other):
        return self.get() <= (other.get() if isinstance(other, FieldReference) else other)

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
