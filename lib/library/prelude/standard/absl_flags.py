"""absl.flags: flags have their defaults, or what --set or a list of the program gives. Abseil: flags/_flagvalues.py, _defines.py."""
MODULE = "absl.flags absl.flags._flagvalues absl.flags._exceptions absl.flags._validators absl.flags._defines"


_OTHER_METHODS = (
    "append_flag_values append_flags_into_file find_module_defining_flag find_module_id_defining_flag flags_by_module_dict "
    "flags_by_module_id_dict flags_into_string get_flags_for_module get_help get_key_flags_for_module is_gnu_getopt "
    "key_flags_by_module_dict main_module_help module_help read_flags_from_files register_flag_by_module "
    "register_flag_by_module_id register_key_flag_for_module remove_flag_values set_gnu_getopt write_help_in_xml_format"
).split()


_OF_LIBRARIES = (
    "alsologtostderr chex_assert_multiple_cpu_devices chex_n_cpu_devices chex_skip_pmap_variant_if_single_device flagfile help "
    "helpfull helpshort helpxml log_dir logger_levels logtostderr only_check_args pdb pdb_post_mortem profile_file "
    "run_with_pdb run_with_profiling showprefixforinfo stderrthreshold test_random_seed test_randomize_ordering_seed "
    "test_srcdir test_tmpdir undefok use_cprofile_for_profiling v verbosity xml_output_file"
).split()


class FlagValues:
    def __init__(self):
        object.__setattr__(self, "_entries", {})
        object.__setattr__(self, "_parsed", False)
        object.__setattr__(self, "_open", False)  # whether libraries define some too, and nobody knows the arguments

    def _may_have(self, name):
        """Whether a flag of this name may be defined where it is not followed."""
        return self._open and (not is_known(name) or name in _OF_LIBRARIES or imports_others())

    def __getattr__(self, name):
        flag = self._entries.get(name)
        if flag is None and (name in _OTHER_METHODS or self._may_have(name)):
            return unknowable("FLAGS." + name)
        if flag is None:
            raise AttributeError(name)
        if not self._parsed and not flag.present:
            raise UnparsedFlagAccessError(f"Trying to access flag --{name} before flags were parsed.")
        return flag.value

    def __setattr__(self, name, value):
        if name in self._entries:
            self._entries[name].value = value
            if not self._open:
                _assert_validators(self, self._entries[name].validators)
        elif self._may_have(name):
            self._entries[name] = _Flag(name, value)
        else:
            raise AttributeError(name)

    def __delattr__(self, name):
        if name not in self._entries and not self._may_have(name):
            raise AttributeError(name)
        del self._entries[name]

    def __call__(self, argv, known_only=False):
        """The arguments that are no flags; of a command line that nobody knows nothing is read."""
        if isinstance(argv, str):
            raise TypeError("argv should be a tuple/list of strings, not bytes or string.")
        if not is_known(argv):
            self.mark_as_parsed()
            return argv
        if not argv:
            raise ValueError("argv cannot be an empty list, and must contain the program name as the first element.")
        rest = list(argv[:1]) + _read(self._entries, argv[1:], known_only)
        self.mark_as_parsed()
        self.validate_all_flags()
        return rest

    def __getitem__(self, name):
        flag = self._entries.get(name)
        if flag is None and self._may_have(name):
            return unknowable("FLAGS." + name)
        if flag is None:
            raise KeyError(name)
        return flag

    def __setitem__(self, name, flag):
        self._entries[name] = flag

    def __iter__(self):
        return iter(list(self._entries))

    def __len__(self):
        return len(self._entries)

    def __contains__(self, name):
        return name in self._entries or (self._may_have(name) and unknown("whether there is a flag of this name"))

    def get_flag_value(self, name, default):
        value = getattr(self, name)
        return default if value is None else value

    def flag_values_dict(self):
        return {name: flag.value for name, flag in self._entries.items()}

    def set_default(self, name, value):
        if name not in self._entries and not self._may_have(name):
            raise UnrecognizedFlagError(f"Unknown command line flag '{name}'")
        self._entries[name].default = value
        self._entries[name].value = value

    def validate_all_flags(self):
        _assert_validators(self, distinct([(i, v) for flag in self._entries.values() for i, v in flag.validators]))

    def mark_as_parsed(self):
        object.__setattr__(self, "_parsed", True)

    def unparse_flags(self):
        for flag in self._entries.values():
            flag.present, flag.value = 0, flag.default
        object.__setattr__(self, "_parsed", False)

    def is_parsed(self):
        return self._parsed


class _Validator:
    """What a checker says of one flag, or of several by their names."""

    def __init__(self, names, single, checker, message):
        self.names, self._single, self._checker, self._message = names, single, checker, message

    def fault(self, flags):
        """What is wrong with the values, or None."""
        values = {name: flags[name].value for name in self.names}
        given = values[self.names[0]] if self._single else values
        try:
            fault = None if program_call(self._checker, given) else self._message
        except ValidationError as error:
            fault = str(error)
        if fault is None:
            return None
        told = ", ".join([f"{name}={value}" for name, value in values.items()])
        return f"{'flag --' if self._single else 'flags '}{told}: {fault}"


def _assert_validators(flags, validators):
    bad, faults = [], []
    for _, validator in sorted(validators, key=lambda pair: pair[0]):
        if any(name in bad for name in validator.names):
            continue
        fault = validator.fault(flags)
        if fault is not None:
            bad.extend(validator.names)
            faults.append(fault)
    if faults:
        raise IllegalFlagValueError("\n".join(faults))


_number_of_validators = [0]


def _flags(flag_values):
    return FLAGS if flag_values is None else flag_values


def _named(flag_names, flag_values):
    """The names of flags, which may be what defines them, and whose they are."""
    names = [name.name if isinstance(name, FlagHolder) else name for name in flag_names]
    homes = [name.home if isinstance(name, FlagHolder) else _flags(flag_values) for name in flag_names]
    if any(home is not homes[0] for home in homes):
        raise ValueError(
            "multiple FlagValues instances used in invocation. FlagHolders must be registered to the same FlagValues "
            "instance as do flag names, if provided."
        )
    return names, homes[0] if homes else _flags(flag_values)


def _add_validator(flag_names, single, checker, message, flag_values):
    names, flags = _named(flag_names, flag_values)
    _number_of_validators[0] += 1
    validator = _Validator(names, single, checker, message)
    for name in names:
        flag = flags[name]
        if is_known(flag):
            flag.validators.append((_number_of_validators[0], validator))
        else:
            unknown("whether there is a flag of this name")


class _Flag:
    """A flag; read gives the value of a text, and fault what is wrong with it, or None."""

    def __init__(self, name, value, read=None, fault=None, several=False):
        self.name = name
        self.value = self.default = value
        self.present = 0
        self.validators = []
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


class FlagHolder:
    """What a definition gives."""

    def __init__(self, name, home):
        self.name, self.home = name, home

    @property
    def value(self):
        return getattr(self.home, self.name)

    @property
    def default(self):
        return self.home[self.name].default

    @property
    def present(self):
        return bool(self.home[self.name].present)

    def __eq__(self, other):
        raise TypeError(
            f"unsupported operand type(s) for ==: 'FlagHolder' and '{type(other).__name__}' (did you mean to use 'FlagHolder.value' instead?)"
        )

    def __bool__(self):
        raise TypeError("bool() not supported for instances of type 'FlagHolder' (did you mean to use 'FlagHolder.value' instead?)")


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


def _flags_of_all():
    flags = FlagValues()
    object.__setattr__(flags, "_open", True)
    # Whoever calls a function of the file has parsed them before.
    object.__setattr__(flags, "_parsed", asks_entry())
    return flags


FLAGS = _flags_of_all()


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


def define_value(name, value, read=None, fault=None, several=False, flag_values=None, required=False):
    """A flag that has this value."""
    flags = _flags(flag_values)
    if not is_known(flags):
        unknown("flags of other FlagValues")
    if required and value is not None and is_known(value) and not flags._open:
        raise ValueError(f"Required flag --{name} needs to have None as default")
    flags[name] = _Flag(name, value, read, fault, several)
    if required:
        mark_flag_as_required(name, flags)
    return FlagHolder(name, flags)


def _checked_value(name, given, default, type, fault, read):
    if given is None and default is not None and read is not None and is_known(default):
        default = _parsed(_Flag(name, default, read), default)
    value = default if given is None else _converted(given, type)
    if value is not None and fault is not None and is_known(value) and fault(value) is not None:
        raise IllegalFlagValueError(f"flag --{name}={value}: {fault(value)}")
    return value


def _define(name, default, type, options, fault=None, read=None):
    home = options.get("flag_values")
    if isinstance(name, str) and name in list(_flags(home)) and not options.get("allow_override"):
        raise DuplicateFlagError(f"The flag '{name}' is defined twice.")
    given = asked_setting(name) if home is None else None
    value = default
    if given is not None or not is_foreign(default):
        value = _checked_value(name, given, default, type, fault, read)
    holder = define_value(
        name, value, str if read is None else read, fault, False, home, options.get("required", False)
    )
    if isinstance(options.get("short_name"), str):
        holder.home[options["short_name"]] = holder.home[name]
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


def DEFINE_string(name, default, help, *args, **kwargs):
    return _define(name, default, str, kwargs)


def DEFINE_integer(name, default, help, lower_bound=None, upper_bound=None, *args, **kwargs):
    check = _within(("an", "integer"), lower_bound, upper_bound, _INTEGER_SIGNS)
    return _define(name, default, int, kwargs, check, _integer)


def DEFINE_float(name, default, help, lower_bound=None, upper_bound=None, *args, **kwargs):
    check = _within(("a", "number"), lower_bound, upper_bound, _SIGNS)
    return _define(name, default, float, kwargs, check, _number)


def DEFINE_bool(name, default, help, *args, **kwargs):
    return _define(name, default, bool, kwargs, None, _truth)


def DEFINE_boolean(name, default, help, *args, **kwargs):
    return _define(name, default, bool, kwargs, None, _truth)


def _one_of(enum_values, options):
    def fault(value):
        told = is_known(enum_values) and isinstance(value, str) and options.get("case_sensitive", True)
        if not told or value in enum_values:
            return None
        return f"value should be one of <{'|'.join(enum_values)}>"

    return fault


def DEFINE_enum(name, default, enum_values, help, *args, **kwargs):
    return _define(name, default, str, kwargs, _one_of(enum_values, kwargs))


def _parts(given):
    return [part.strip() for part in given.split(",")]


def _items(given):
    return given if isinstance(given, (list, tuple)) else _parts(given) if given else []


def DEFINE_list(name, default, help, *args, **kwargs):
    return _define(name, _parts(default) if isinstance(default, str) else default, _parts, kwargs, None, _items)


def _listed(default, type):
    given = [] if default is None else [default] if isinstance(default, str) or not hasattr(default, "__iter__") else default
    return None if default is None else [type(item) for item in given]


def _words(given):
    return given if isinstance(given, (list, tuple)) else given.split()


def DEFINE_spaceseplist(name, default, help, comma_compat=False, *args, **kwargs):
    return _define(name, default.split() if isinstance(default, str) else default, str.split, kwargs, None, _words)


def DEFINE_multi_string(name, default, help, *args, **kwargs):
    return define_value(name, _listed(default, str), str, None, True, kwargs.get("flag_values"), kwargs.get("required", False))


def DEFINE_multi_integer(name, default, help, *args, **kwargs):
    return define_value(name, _listed(default, int), _integer, None, True, kwargs.get("flag_values"), kwargs.get("required", False))


def DEFINE_multi_float(name, default, help, *args, **kwargs):
    return define_value(name, _listed(default, float), _number, None, True, kwargs.get("flag_values"), kwargs.get("required", False))


def DEFINE_multi_enum(name, default, enum_values, help, *args, **kwargs):
    fault = _one_of(enum_values, kwargs)
    for item in _listed(default, str) or []:
        if fault(item) is not None:
            raise IllegalFlagValueError(f"flag --{name}={item}: {fault(item)}")
    return define_value(name, _listed(default, str), str, _one_of(enum_values, kwargs), True, kwargs.get("flag_values"))


def DEFINE_enum_class(name, default, enum_class, help, *args, **kwargs):
    value = enum_class[default] if isinstance(default, str) else default
    return define_value(name, value, lambda given: enum_class[given], None, False, kwargs.get("flag_values"))


def DEFINE_alias(name, original_name, *args, **kwargs):
    home = _flags(kwargs.get("flag_values"))
    home[name] = home[original_name]
    return FlagHolder(name, home)


def register_validator(flag_name, checker, message="Flag validation failed", flag_values=None):
    _add_validator([flag_name], True, checker, message, flag_values)


def validator(flag_name, message="Flag validation failed", flag_values=None):
    def decorate(function):
        register_validator(flag_name, function, message, flag_values)
        return function

    return decorate


def register_multi_flags_validator(flag_names, multi_flags_checker, message="Flags validation failed", flag_values=None):
    _add_validator(flag_names, False, multi_flags_checker, message, flag_values)


def multi_flags_validator(flag_names, message="Flag validation failed", flag_values=None):
    def decorate(function):
        register_multi_flags_validator(flag_names, function, message, flag_values)
        return function

    return decorate


def _counted(values, names, required, what):
    count = len([value for value in values if value])
    if count == 1 or (not required and count == 0):
        return True
    raise ValidationError(f"{'Exactly' if required else 'At most'} one of ({', '.join(names)}) must {what}.")


def mark_flags_as_mutual_exclusive(flag_names, required=False, flag_values=None):
    names, flags = _named(flag_names, flag_values)

    def check(values):
        given = [value is not None for value in values.values()]
        return _counted(given, names, required, "have a value other than None")

    register_multi_flags_validator(names, check, flag_values=flags)


def mark_bool_flags_as_mutual_exclusive(flag_names, required=False, flag_values=None):
    names, flags = _named(flag_names, flag_values)
    for name in names:
        if not flags[name].boolean:
            raise ValidationError(
                f"Flag --{name} is not Boolean, which is required for flags used in mark_bool_flags_as_mutual_exclusive."
            )
    register_multi_flags_validator(
        names, lambda values: _counted(values.values(), names, required, "be True"), flag_values=flags
    )


def declare_key_flag(flag_name, flag_values=None):
    return None


def adopt_module_key_flags(module, flag_values=None):
    return None


def set_default(flag_holder, value):
    flag_holder.home.set_default(flag_holder.name, value)


def mark_flag_as_required(flag_name, flag_values=None):
    names, flags = _named([flag_name], flag_values)
    message = f"Flag --{names[0]} must have a value other than None."
    register_validator(names[0], lambda value: value is not None, message, flags)


def mark_flags_as_required(flag_names, flag_values=None):
    for flag_name in flag_names:
        mark_flag_as_required(flag_name, flag_values)
