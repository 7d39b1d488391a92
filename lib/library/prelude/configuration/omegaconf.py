"""Configurations of OmegaConf. omegaconf 2.3: dictconfig.py, listconfig.py, basecontainer.py, omegaconf.py."""
from prelude.configuration.files import TextIOWrapper, text_of, text_read

MODULE = "omegaconf"

MISSING = "???"


class OmegaConfBaseException(Exception):
    pass


class ConfigKeyError(OmegaConfBaseException, KeyError):
    pass


class ConfigAttributeError(OmegaConfBaseException, AttributeError):
    pass


class ReadonlyConfigError(OmegaConfBaseException):
    pass


class ConfigTypeError(OmegaConfBaseException, TypeError):
    pass


class MissingMandatoryValue(OmegaConfBaseException):
    pass


class Container:
    pass


def _root(node):
    while node._parent is not None:
        node = node._parent
    return node


def _at(node, path):
    """What a dotted path stands for, from the root, or with dots in front from the containers around."""
    node = node if path.startswith(".") else _root(node)
    path = path[1:] if path.startswith(".") else path
    while path.startswith("."):
        node, path = node._parent, path[1:]
    for key in path.replace("[", ".").replace("]", "").split("."):
        if isinstance(node, ListConfig):
            node = node[int(key)]
        elif isinstance(node, DictConfig) and key in node._content:
            node = node[key]
        else:
            return unknowable("omegaconf interpolation ${" + path + "}")
    return node


def _resolved(node, text):
    """A text with what its ${…} stand for; a text that is one of those alone has the value's own type."""
    start = text.find("${")
    if start < 0:
        return text
    end = text.find("}", start)
    inside = text[start + 2:end]
    if end < 0 or "${" in inside or ":" in inside or "\\" in text:
        return unknowable("omegaconf interpolation " + text)
    value = _at(node, inside)
    if start == 0 and end == len(text) - 1:
        return value
    if not is_known(value):
        return unknowable("omegaconf interpolation " + text)
    return text[:start] + str(value) + _resolved(node, text[end + 1:])


def _wrapped(value, parent):
    if is_foreign(value):
        return value
    if isinstance(value, (DictConfig, ListConfig)):
        value = OmegaConf.to_container(value)
    if isinstance(value, dict):
        return DictConfig(value, parent=parent)
    if isinstance(value, (list, tuple)):
        return ListConfig(value, parent=parent)
    if is_dataclass(value):
        return DictConfig(_fields_of(value), parent=parent)
    return value


def _fields_of(value):
    """The fields of a dataclass, or of an object of one, as a dict."""
    made = value() if isinstance(value, type) else value
    return {field.name: getattr(made, field.name) for field in dataclass_fields(made)}


def _given(node, value):
    if not is_foreign(value) and isinstance(value, str):
        return unknowable("omegaconf ???") if value == MISSING else _resolved(node, value)
    return value


def _strict(node):
    """Whether new keys are refused: the nearest container that says so counts."""
    while node is not None:
        if node._struct is not None:
            return node._struct
        node = node._parent
    return False


class DictConfig(Container):
    def __init__(self, content, key=None, parent=None, **kwargs):
        if isinstance(content, DictConfig):
            content = content._content
        object.__setattr__(self, "_parent", parent)
        object.__setattr__(self, "_struct", None)
        object.__setattr__(self, "_content", {})
        for name, value in content.items():
            self._content[name] = _wrapped(value, self)

    def __getitem__(self, key):
        if key not in self._content:
            raise ConfigKeyError(f"Missing key {key}")
        return _given(self, self._content[key])

    def __getattr__(self, name):
        if name.startswith("__") or name not in self._content:
            raise ConfigAttributeError(f"Missing key {name}")
        return self[name]

    def __delattr__(self, name):
        if name not in self._content:
            raise ConfigAttributeError(f"Missing key {name}")
        del self._content[name]

    def __setitem__(self, key, value):
        if key not in self._content and _strict(self):
            raise ConfigKeyError(f"Key '{key}' is not in struct")
        self._content[key] = _wrapped(value, self)

    def __setattr__(self, name, value):
        if name not in self._content and _strict(self):
            raise ConfigAttributeError(f"Key '{name}' is not in struct")
        self._content[name] = _wrapped(value, self)

    def __delitem__(self, key):
        if key not in self._content:
            raise ConfigKeyError(f"Key not found: '{key}'")
        del self._content[key]

    def __contains__(self, key):
        return key in self._content and (is_foreign(self._content[key]) or self._content[key] != MISSING)

    def __iter__(self):
        return iter(list(self._content))

    def __len__(self):
        return len(self._content)

    def __eq__(self, other):
        return OmegaConf.to_container(self) == (
            OmegaConf.to_container(other) if isinstance(other, DictConfig) else other
        )

    def keys(self):
        return self._content.keys()

    def items(self):
        return [(key, self[key]) for key in self._content]

    def values(self):
        return [self[key] for key in self._content]

    def get(self, key, default_value=None):
        return self[key] if key in self else default_value

    def pop(self, key, *default):
        if _strict(self):
            raise ConfigTypeError("DictConfig in struct mode does not support pop")
        value = self.get(key, *default) if default or key in self else self[key]
        if key in self._content:
            del self._content[key]
        return value

    def setdefault(self, key, default_value=None):
        if key not in self:
            self[key] = default_value
        return self[key]

    def update(self, *others, **kwargs):
        for other in others + (kwargs,):
            for key, value in other.items():
                self[key] = value

    def copy(self):
        made = DictConfig(self._content)
        object.__setattr__(made, "_struct", self._struct)
        return made

    def __repr__(self):
        return unknowable("omegaconf.DictConfig.__repr__")


class CommandLine(DictConfig):
    """What a run is told by its arguments: a key that the program asks for is given then."""

    def __getitem__(self, key):
        return super().__getitem__(key) if key in self._content else unknowable("option " + key)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise ConfigAttributeError(f"Missing key {name}")
        return self[name]

    def __delitem__(self, key):
        self._content.pop(key, None)

    def __delattr__(self, name):
        self._content.pop(name, None)


class ListConfig(Container):
    def __init__(self, content, key=None, parent=None, **kwargs):
        self._parent, self._struct = parent, None
        self._content = [_wrapped(value, self) for value in content]

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [_given(self, value) for value in self._content[index]]
        return _given(self, self._content[index])

    def __setitem__(self, index, value):
        self._content[index] = _wrapped(value, self)

    def __iter__(self):
        return iter([_given(self, value) for value in self._content])

    def __len__(self):
        return len(self._content)

    def __contains__(self, item):
        return item in list(self)

    def __add__(self, other):
        return ListConfig(list(self) + list(other))

    def __eq__(self, other):
        return list(self) == list(other)

    def append(self, item):
        self._content.append(_wrapped(item, self))

    def extend(self, items):
        for item in items:
            self.append(item)

    def index(self, item):
        return list(self).index(item)

    def __repr__(self):
        return unknowable("omegaconf.ListConfig.__repr__")


def _plain(value, resolve):
    """A configuration as dicts and lists."""
    if is_foreign(value):
        return value
    if isinstance(value, DictConfig):
        return {
            key: _plain(value[key] if resolve else inner, resolve) for key, inner in value._content.items()
        }
    if isinstance(value, ListConfig):
        return [_plain(item, resolve) for item in (value if resolve else value._content)]
    return value


def merged(below, above):
    """A dict with the items of another over its own, and so in each dict inside."""
    made = dict(below)
    for key, value in above.items():
        old = made.get(key)
        made[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return made


def set_at(made, path, value):
    """Gives a dict of dicts a value at a dotted path."""
    first, dot, rest = path.partition(".")
    if not dot:
        made[first] = value
        return
    if not isinstance(made.get(first), dict):
        made[first] = {}
    set_at(made[first], rest, value)


def value_of(text):
    """What a text of the command line says."""
    made = yaml_value(text, True)
    return unknowable("omegaconf option") if made is None else made[0]


def from_dotted(items):
    made = {}
    for item in items:
        path, _, text = item.partition("=")
        set_at(made, path, value_of(text))
    return made


class OmegaConf:
    @staticmethod
    def create(obj=None, parent=None, flags=None):
        if obj is None:
            return DictConfig({})
        if not is_known(obj) and not isinstance(obj, (dict, list, tuple)):
            return unknowable("omegaconf.OmegaConf.create(…)")
        if isinstance(obj, str):
            made = yaml_value(obj, True)
            obj = None if made is None else made[0]
        made = _wrapped(obj, None)
        return made if isinstance(made, Container) else unknowable("omegaconf.OmegaConf.create(…)")

    @staticmethod
    def structured(obj, parent=None, flags=None):
        made = DictConfig(_fields_of(obj)) if is_dataclass(obj) else unknowable("omegaconf.OmegaConf.structured(…)")
        if isinstance(made, DictConfig):
            OmegaConf.set_struct(made, True)
        return made

    @staticmethod
    def load(file_):
        text = text_read(file_) if isinstance(file_, TextIOWrapper) else text_of(file_)
        return unknowable("omegaconf.OmegaConf.load(…)") if text is None else OmegaConf.create(text)

    @staticmethod
    def save(config, f, resolve=False):
        return None

    @staticmethod
    def from_cli(args_list=None):
        return CommandLine({}) if args_list is None else OmegaConf.from_dotlist(args_list)

    @staticmethod
    def from_dotlist(dotlist):
        return DictConfig(from_dotted(dotlist))

    @staticmethod
    def merge(*configs):
        made = {}
        for config in configs:
            if not isinstance(config, (dict, DictConfig)) and not is_dataclass(config):
                return unknowable("omegaconf.OmegaConf.merge(…)")
            made = merged(made, _plain(_wrapped(config, None), False))
        first = DictConfig(made)
        if isinstance(configs[0], DictConfig):
            object.__setattr__(first, "_struct", configs[0]._struct)
        return first

    @staticmethod
    def to_container(cfg, *, resolve=False, throw_on_missing=False, enum_to_str=False, structured_config_mode=None):
        return _plain(cfg, resolve)

    @staticmethod
    def to_object(cfg):
        return _plain(cfg, True)

    @staticmethod
    def to_yaml(cfg, *, resolve=False, sort_keys=False):
        return unknowable("omegaconf.OmegaConf.to_yaml(…)")

    @staticmethod
    def resolve(cfg):
        return None

    @staticmethod
    def set_struct(conf, value):
        object.__setattr__(conf, "_struct", value)

    @staticmethod
    def is_struct(conf):
        return _strict(conf)

    @staticmethod
    def set_readonly(conf, value):
        return None

    @staticmethod
    def register_new_resolver(name, resolver, *, replace=False, use_cache=False):
        return None

    @staticmethod
    def register_resolver(name, resolver):
        return None

    @staticmethod
    def has_resolver(name):
        return unknowable("omegaconf.OmegaConf.has_resolver(…)")

    @staticmethod
    def select(cfg, key, *, default=None, throw_on_resolution_failure=True, throw_on_missing=False):
        for part in key.split("."):
            if not isinstance(cfg, DictConfig) or part not in cfg:
                return default
            cfg = cfg[part]
        return cfg

    @staticmethod
    def update(cfg, key, value=None, *, merge=True, force_add=False):
        first, dot, rest = key.partition(".")
        if not dot:
            cfg[first] = value
        else:
            OmegaConf.update(cfg[first], rest, value)

    @staticmethod
    def is_config(obj):
        return isinstance(obj, Container)

    @staticmethod
    def is_dict(obj):
        return isinstance(obj, DictConfig)

    @staticmethod
    def is_list(obj):
        return isinstance(obj, ListConfig)

    @staticmethod
    def is_missing(cfg, key):
        return key in cfg._content and cfg._content[key] == MISSING


class open_dict:
    """with open_dict(config): new keys are taken meanwhile."""

    def __init__(self, config):
        self._config = config

    def __enter__(self):
        self._before = self._config._struct
        object.__setattr__(self._config, "_struct", False)
        return self._config

    def __exit__(self, *args):
        object.__setattr__(self._config, "_struct", self._before)


class read_write:
    def __init__(self, config):
        self._config = config

    def __enter__(self):
        return self._config

    def __exit__(self, *args):
        return None


class flag_override(read_write):
    def __init__(self, config, names, values):
        self._config = config
