"""absl.flags: flags have their defaults, or what --set gives. Abseil: flags/_flagvalues.py, _defines.py."""
MODULE = "absl.flags"


class _Flags:
    def __getattr__(self, name):
        return unknowable("FLAGS." + name)

    def __call__(self, argv, known_only=False):
        return argv

    def __getitem__(self, name):
        return _Holder(getattr(self, name))

    def __iter__(self):
        return iter(list(vars(self)))

    def __contains__(self, name):
        return name in vars(self) or unknown("whether there is a flag of this name")

    def flag_values_dict(self):
        return dict(vars(self))

    def mark_as_parsed(self):
        return None


class _Holder:
    def __init__(self, value):
        self.value = value
        self.default = value


FLAGS = _Flags()


def define_value(name, value):
    """A flag that has this value."""
    setattr(FLAGS, name, value)
    return _Holder(value)


def _define(name, default, type):
    given = asked_setting(name)
    return define_value(name, default if given is None else _converted(given, type))


def _converted(given, type):
    return given.lower() in ("1", "true", "yes", "y", "t") if type is bool else type(given)


def DEFINE_string(name, default, help=None, *args, **kwargs):
    return _define(name, default, str)


def DEFINE_integer(name, default, help=None, *args, **kwargs):
    return _define(name, default, int)


def DEFINE_float(name, default, help=None, *args, **kwargs):
    return _define(name, default, float)


def DEFINE_bool(name, default, help=None, *args, **kwargs):
    return _define(name, default, bool)


def DEFINE_boolean(name, default, help=None, *args, **kwargs):
    return _define(name, default, bool)


def DEFINE_enum(name, default, enum_values, help=None, *args, **kwargs):
    return _define(name, default, str)


def _parts(given):
    return [part.strip() for part in given.split(",")]


def DEFINE_list(name, default, help=None, *args, **kwargs):
    return _define(name, _parts(default) if isinstance(default, str) else default, _parts)


def _listed(default, type):
    given = [] if default is None else [default] if isinstance(default, str) or not hasattr(default, "__iter__") else default
    return None if default is None else [type(item) for item in given]


def DEFINE_spaceseplist(name, default, help=None, comma_compat=False, *args, **kwargs):
    return _define(name, default.split() if isinstance(default, str) else default, str.split)


def DEFINE_multi_string(name, default, help=None, *args, **kwargs):
    return define_value(name, _listed(default, str))


def DEFINE_multi_integer(name, default, help=None, *args, **kwargs):
    return define_value(name, _listed(default, int))


def DEFINE_multi_float(name, default, help=None, *args, **kwargs):
    return define_value(name, _listed(default, float))


def DEFINE_multi_enum(name, default, enum_values, help=None, *args, **kwargs):
    return define_value(name, _listed(default, str))


def DEFINE_enum_class(name, default, enum_class, help=None, *args, **kwargs):
    return define_value(name, enum_class[default] if isinstance(default, str) else default)


def DEFINE_alias(name, original_name, *args, **kwargs):
    return define_value(name, getattr(FLAGS, original_name))


def register_validator(flag_name, checker, message="Flag validation failed", flag_values=None):
    return None


def mark_flag_as_required(flag_name, flag_values=None):
    return None


def mark_flags_as_required(flag_names, flag_values=None):
    return None
