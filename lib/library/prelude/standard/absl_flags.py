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


class Error(Exception):
    pass


class CantOpenFlagFileError(Error):
    pass


class DuplicateFlagError(Error):
    pass


class IllegalFlagValueError(Error):
    pass


class UnrecognizedFlagError(Error):
    pass


class UnparsedFlagAccessError(Error):
    pass


class ValidationError(Error):
    pass


class FlagNameConflictsWithMethodError(Error):
    pass


def define_value(name, value):
    """A flag that has this value."""
    setattr(FLAGS, name, value)
    return _Holder(value)


def _define(name, default, type, options, check=None, parse=None):
    if isinstance(name, str) and name in vars(FLAGS) and not options.get("allow_override"):
        raise DuplicateFlagError(f"The flag '{name}' is defined twice.")
    given = asked_setting(name)
    if given is None and default is not None and parse is not None and is_known(default):
        try:
            default = parse(default)
        except (TypeError, ValueError) as error:
            raise IllegalFlagValueError(f"flag --{name}={default}: {error}")
    value = default if given is None else _converted(given, type)
    if value is not None and check is not None and is_known(value):
        fault = check(value)
        if fault is not None:
            raise IllegalFlagValueError(f"flag --{name}={value}: {fault}")
    if isinstance(options.get("short_name"), str):
        setattr(FLAGS, options["short_name"], value)
    return define_value(name, value)


def _integer(given):
    if isinstance(given, bool) or not isinstance(given, (int, str)):
        raise TypeError(f"Expect argument to be a string or int, found {type(given)}")
    if isinstance(given, int):
        return given
    return int(given, {"0o": 8, "0x": 16}.get(given[:2], 10) if len(given) > 2 else 10)


def _number(given):
    if isinstance(given, bool) or not isinstance(given, (int, float, str)):
        raise TypeError(f"Expect argument to be a string, int, or float, found {type(given)}")
    return float(given)


def _truth(given):
    words = {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}
    if isinstance(given, str) and given.lower() in words:
        return words[given.lower()]
    if isinstance(given, int) and given in (0, 1):
        return given == 1
    raise TypeError(f"('Non-boolean argument to boolean flag', {given!r})")


def _converted(given, type):
    return given.lower() in ("1", "true", "yes", "y", "t") if type is bool else type(given)


def _bounds(words, lower, upper, named):
    """What a number within these bounds is called; named has the words of single bounds."""
    if lower is not None and upper is not None:
        return f"{words[0]} {words[1]} in the range [{lower}, {upper}]"
    for bound, number, name in named:
        if (lower if bound == "lower" else upper) == number:
            return f"a {name} {words[1]}"
    return f"{words[1]} <= {upper}" if upper is not None else f"{words[1]} >= {lower}"


def _within(words, lower, upper, named):
    def check(value):
        known = isinstance(value, (int, float)) and is_known((lower, upper))
        if not known or not (lower is not None and value < lower or upper is not None and value > upper):
            return None
        return f"{value} is not {_bounds(words, lower, upper, named)}"

    return check


_SIGNS = [("lower", 0, "non-negative"), ("upper", 0, "non-positive")]
_INTEGER_SIGNS = [("lower", 1, "positive"), ("upper", -1, "negative")] + _SIGNS


def DEFINE_string(name, default, help=None, *args, **kwargs):
    return _define(name, default, str, kwargs)


def DEFINE_integer(name, default, help=None, lower_bound=None, upper_bound=None, *args, **kwargs):
    check = _within(("an", "integer"), lower_bound, upper_bound, _INTEGER_SIGNS)
    return _define(name, default, int, kwargs, check, _integer)


def DEFINE_float(name, default, help=None, lower_bound=None, upper_bound=None, *args, **kwargs):
    check = _within(("a", "number"), lower_bound, upper_bound, _SIGNS)
    return _define(name, default, float, kwargs, check, _number)


def DEFINE_bool(name, default, help=None, *args, **kwargs):
    return _define(name, default, bool, kwargs, None, _truth)


def DEFINE_boolean(name, default, help=None, *args, **kwargs):
    return _define(name, default, bool, kwargs, None, _truth)


def DEFINE_enum(name, default, enum_values, help=None, *args, **kwargs):
    def check(value):
        told = is_known(enum_values) and isinstance(value, str) and kwargs.get("case_sensitive", True)
        if not told or value in enum_values:
            return None
        return f"value should be one of <{'|'.join(enum_values)}>"

    return _define(name, default, str, kwargs, check)


def _parts(given):
    return [part.strip() for part in given.split(",")]


def DEFINE_list(name, default, help=None, *args, **kwargs):
    return _define(name, _parts(default) if isinstance(default, str) else default, _parts, kwargs)


def _listed(default, type):
    given = [] if default is None else [default] if isinstance(default, str) or not hasattr(default, "__iter__") else default
    return None if default is None else [type(item) for item in given]


def DEFINE_spaceseplist(name, default, help=None, comma_compat=False, *args, **kwargs):
    return _define(name, default.split() if isinstance(default, str) else default, str.split, kwargs)


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


def validator(flag_name, message="Flag validation failed", flag_values=None):
    return lambda f: f


def register_multi_flags_validator(flag_names, multi_flags_checker, message="Flags validation failed", flag_values=None):
    return None


def multi_flags_validator(flag_names, message="Flag validation failed", flag_values=None):
    return lambda f: f


def mark_flags_as_mutual_exclusive(flag_names, required=False, flag_values=None):
    return None


def mark_bool_flags_as_mutual_exclusive(flag_names, required=False, flag_values=None):
    return None


def declare_key_flag(flag_name, flag_values=None):
    return None


def adopt_module_key_flags(module, flag_values=None):
    return None


def set_default(flag_holder, value):
    unknown("absl.flags.set_default")


def mark_flag_as_required(flag_name, flag_values=None):
    return None


def mark_flags_as_required(flag_names, flag_values=None):
    return None
