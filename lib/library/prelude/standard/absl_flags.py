"""absl.flags: flags have their defaults, or what --set gives. Abseil: flags/_flagvalues.py, _defines.py."""
MODULE = "absl.flags"


class _Flags:
    def __getattr__(self, name):
        return unknowable("FLAGS." + name)

    def __call__(self, argv, known_only=False):
        return argv

    def __getitem__(self, name):
        return _Holder(getattr(self, name))

    def mark_as_parsed(self):
        return None


class _Holder:
    def __init__(self, value):
        self.value = value
        self.default = value


FLAGS = _Flags()


def _define(name, default, type):
    given = asked_setting(name)
    value = default if given is None else _converted(given, type)
    setattr(FLAGS, name, value)
    return _Holder(value)


def _converted(given, type):
    return given.lower() in ("1", "true", "yes", "y", "t") if type is bool else type(given)


def DEFINE_string(name, default, help=None, **kwargs):
    return _define(name, default, str)


def DEFINE_integer(name, default, help=None, **kwargs):
    return _define(name, default, int)


def DEFINE_float(name, default, help=None, **kwargs):
    return _define(name, default, float)


def DEFINE_bool(name, default, help=None, **kwargs):
    return _define(name, default, bool)


def DEFINE_boolean(name, default, help=None, **kwargs):
    return _define(name, default, bool)


def DEFINE_enum(name, default, enum_values, help=None, **kwargs):
    return _define(name, default, str)


def _parts(given):
    return [part.strip() for part in given.split(",")]


def DEFINE_list(name, default, help=None, **kwargs):
    return _define(name, _parts(default) if isinstance(default, str) else default, _parts)


def mark_flag_as_required(name):
    return None


def mark_flags_as_required(names):
    return None
