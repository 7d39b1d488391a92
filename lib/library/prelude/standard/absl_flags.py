"""absl.flags: flags have their defaults, or what --set or a list of the program gives. Abseil: flags/_flagvalues.py, _defines.py."""
MODULE = "absl.flags"


class _Flags:
    def __init__(self):
        object.__setattr__(self, "_entries", {})
        # Whoever calls a function of the file has parsed them before.
        object.__setattr__(self, "_parsed", asks_entry())

    def __getattr__(self, name):
        flag = self._entries.get(name)
        if flag is None:
            return unknowable("FLAGS." + name)
        if not self._parsed and not flag.present:
            raise UnparsedFlagAccessError(f"Trying to access flag --{name} before flags were parsed.")
        return flag.value

    def __setattr__(self, name, value):
        if name in self._entries:
            self._entries[name].value = value
        else:
            self._entries[name] = _Flag(name, value)

    def __delattr__(self, name):
        del self._entries[name]

    def __call__(self, argv, known_only=False):
        """The arguments that are no flags; of a command line that nobody knows nothing is read."""
        rest = argv if not is_known(argv) else argv[:1] + _read(self._entries, argv[1:], known_only)
        self.mark_as_parsed()
        return rest

    def __getitem__(self, name):
        flag = self._entries.get(name)
        return unknowable("FLAGS." + name) if flag is None else flag

    def __setitem__(self, name, flag):
        self._entries[name] = flag

    def __iter__(self):
        return iter(list(self._entries))

    def __contains__(self, name):
        return name in self._entries or unknown("whether there is a flag of this name")

    def flag_values_dict(self):
        return {name: flag.value for name, flag in self._entries.items()}

    def set_default(self, name, value):
        self._entries[name].default = value
        self._entries[name].value = value

    def mark_as_parsed(self):
        object.__setattr__(self, "_parsed", True)

    def unparse_flags(self):
        object.__setattr__(self, "_parsed", False)

    def is_parsed(self):
        return self._parsed


class _Flag:
    """A flag; read gives the value of a text, and fault what is wrong with it, or None."""

    def __init__(self, name, value, read=None, fault=None, several=False):
        self.name = name
        self.value = self.default = value
        self.present = 0
        self._read, self._fault, self._several = read, fault, several

    @property
    def boolean(self):
        return self._read is _truth

    def parse(self, text):
        value = text if self._read is None else _parsed(self, text)
        fault = None if self._fault is None else self._fault(value)
        if fault is not None:
            raise IllegalFlagValueError(f"flag --{self.name}={text}: {fault}")
        if self._several:
            value = (self.value if self.present else []) + [value]
        self.value = value
        self.present += 1


def _parsed(flag, given):
    try:
        return flag._read(given)
    except (TypeError, ValueError) as error:
        raise IllegalFlagValueError(f"flag --{flag.name}={given}: {error}")


class _Holder:
    """What a definition gives."""

    def __init__(self, name):
        self.name = name

    @property
    def value(self):
        return getattr(FLAGS, self.name)

    @property
    def default(self):
        return FLAGS[self.name].default

    @property
    def present(self):
        return bool(FLAGS[self.name].present)


def _flag_of(flags, name):
    """The flag that an argument of this name sets, and what --noNAME says of it."""
    if name in flags:
        return flags[name], "true" if flags[name].boolean else None
    if name[:2] == "no" and name[2:] in flags and flags[name[2:]].boolean:
        return flags[name[2:]], "false"
    return None, None


def _read(flags, args, known_only):
    """Sets the flags that these arguments name, and gives the others."""
    rest, strange, args = [], [], list(args)
    while args:
        arg = args.pop(0)
        name, equals, text = arg.lstrip("-").partition("=")
        if arg == "--":
            rest = rest + ([arg] if known_only else []) + args
            break
        if not arg.startswith("-") or not name:
            rest.append(arg)
            continue
        flag, alone = _flag_of(flags, name)
        if flag is None:
            (rest if known_only else strange).append(arg if known_only else name)
            continue
        if not equals and alone is None and not args:
            raise Error("Missing value for flag " + arg)
        flag.parse(text if equals else args.pop(0) if alone is None else alone)
    if strange:
        raise UnrecognizedFlagError(f"Unknown command line flag '{strange[0]}'{_meant(strange[0], list(flags))}")
    return rest


def _meant(name, others):
    """Which flags begin nearly like it, by the least number of letters to change."""
    if len(name) <= 2 or not others:
        return ""
    rated = sorted([(_distance(name, other[: len(name)]), other) for other in others])
    near = [other for distance, other in rated if distance == rated[0][0] and distance < 0.5 * len(name)]
    return f". Did you mean: {', '.join(near)} ?" if near else ""


def _distance(a, b):
    """How many letters are put in, left out, changed or swapped with the next one to make one of the other."""
    rows = [list(range(len(b) + 1))]
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            ways = [rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])]
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                ways.append(rows[i - 2][j - 2] + 1)
            row.append(min(ways))
        rows.append(row)
    return rows[len(a)][len(b)]


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


def define_value(name, value, read=None, fault=None, several=False):
    """A flag that has this value."""
    FLAGS[name] = _Flag(name, value, read, fault, several)
    return _Holder(name)


def _define(name, default, type, options, fault=None, read=None):
    if isinstance(name, str) and name in list(FLAGS) and not options.get("allow_override"):
        raise DuplicateFlagError(f"The flag '{name}' is defined twice.")
    given = asked_setting(name)
    if given is None and is_foreign(default):
        return define_value(name, default, str if read is None else read, fault)
    if given is None and default is not None and read is not None and is_known(default):
        default = _parsed(_Flag(name, default, read), default)
    value = default if given is None else _converted(given, type)
    if value is not None and fault is not None and is_known(value) and fault(value) is not None:
        raise IllegalFlagValueError(f"flag --{name}={value}: {fault(value)}")
    holder = define_value(name, value, str if read is None else read, fault)
    if isinstance(options.get("short_name"), str):
        FLAGS[options["short_name"]] = FLAGS[name]
    return holder


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


def _one_of(enum_values, options):
    def fault(value):
        told = is_known(enum_values) and isinstance(value, str) and options.get("case_sensitive", True)
        if not told or value in enum_values:
            return None
        return f"value should be one of <{'|'.join(enum_values)}>"

    return fault


def DEFINE_enum(name, default, enum_values, help=None, *args, **kwargs):
    return _define(name, default, str, kwargs, _one_of(enum_values, kwargs))


def _parts(given):
    return [part.strip() for part in given.split(",")]


def _items(given):
    return given if isinstance(given, (list, tuple)) else _parts(given) if given else []


def DEFINE_list(name, default, help=None, *args, **kwargs):
    return _define(name, _parts(default) if isinstance(default, str) else default, _parts, kwargs, None, _items)


def _listed(default, type):
    given = [] if default is None else [default] if isinstance(default, str) or not hasattr(default, "__iter__") else default
    return None if default is None else [type(item) for item in given]


def _words(given):
    return given if isinstance(given, (list, tuple)) else given.split()


def DEFINE_spaceseplist(name, default, help=None, comma_compat=False, *args, **kwargs):
    return _define(name, default.split() if isinstance(default, str) else default, str.split, kwargs, None, _words)


def DEFINE_multi_string(name, default, help=None, *args, **kwargs):
    return define_value(name, _listed(default, str), str, None, True)


def DEFINE_multi_integer(name, default, help=None, *args, **kwargs):
    return define_value(name, _listed(default, int), _integer, None, True)


def DEFINE_multi_float(name, default, help=None, *args, **kwargs):
    return define_value(name, _listed(default, float), _number, None, True)


def DEFINE_multi_enum(name, default, enum_values, help=None, *args, **kwargs):
    return define_value(name, _listed(default, str), str, _one_of(enum_values, kwargs), True)


def DEFINE_enum_class(name, default, enum_class, help=None, *args, **kwargs):
    return define_value(name, enum_class[default] if isinstance(default, str) else default, lambda given: enum_class[given])


def DEFINE_alias(name, original_name, *args, **kwargs):
    FLAGS[name] = FLAGS[original_name]
    return _Holder(name)


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
    FLAGS.set_default(flag_holder.name, value)


def mark_flag_as_required(flag_name, flag_values=None):
    return None


def mark_flags_as_required(flag_names, flag_values=None):
    return None
