"""argparse: without arguments of its own a script is followed as if it were called with none, but for options that
--set gives another value. CPython: Lib/argparse.py."""
MODULE = "argparse"

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
REMAINDER = "..."


class ArgumentTypeError(Exception):
    pass


class ArgumentError(Exception):
    pass


class BooleanOptionalAction:
    pass


class Namespace:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __contains__(self, key):
        return key in vars(self)


def _destination(names):
    for name in names:
        if name.startswith("--"):
            return name[2:].replace("-", "_")
    return names[0].replace("-", "_") if not names[0].startswith("-") else names[0][1:]


class _Argument:
    """What add_argument was told of one argument."""

    def __init__(self, names, dest, action, nargs, const, default, type, choices, required):
        self.names, self.action, self.nargs, self.const = names, action, nargs, const
        self.dest = _destination(names) if dest is None else dest
        self.type, self.choices = type, choices
        self.is_option = names[0].startswith("-")
        self.needed = required or (not self.is_option and nargs != "?" and nargs != "*")
        self.default = default
        if not is_foreign(default) and default is None and (action == "store_true" or action == "store_false"):
            self.default = action == "store_false"

    def is_switch(self):
        """Whether no value follows its name."""
        return self.action in ("store_true", "store_false", "store_const", "append_const", "count") or (
            self.action is BooleanOptionalAction
        )

    def converted(self, text):
        if self.type is None:
            value = text
        else:
            try:
                value = self.type(text)
            except (TypeError, ValueError, ArgumentTypeError):
                raise SystemExit(2)
        if self.choices is not None and value not in self.choices:
            raise SystemExit(2)
        return value

    def absent(self):
        """Its value when it is not given."""
        if is_foreign(self.default):
            return self.default
        if isinstance(self.default, str) and self.type is not None and self.default != SUPPRESS:
            return self.type(self.default)
        return self.default

    def asked(self, text):
        """Its value when --set gives it this text."""
        if self.nargs is not None and self.nargs != "?":
            return [self.converted(part) for part in text.split(",")]
        if self.is_switch():
            return text.lower() in ("1", "true", "yes", "y", "t")
        return self.converted(text)

    def switched(self, name, before):
        """Its value behind a name without a value."""
        if self.action is BooleanOptionalAction:
            return not name.startswith("--no-")
        if self.action == "count":
            return (before or 0) + 1
        if self.action == "append_const":
            return (before or []) + [self.const]
        return self.const if self.action == "store_const" else self.action == "store_true"

    def count_of(self, words):
        """How many of the words that follow its name are its own."""
        others = [i for i, word in enumerate(words) if word.startswith("-") and not word[1:2].isdigit()]
        free = others[0] if others else len(words)
        if isinstance(self.nargs, int) or self.nargs is None:
            count = 1 if self.nargs is None else self.nargs
            return count if count <= free else None
        if self.nargs == "?":
            return min(free, 1)
        if self.nargs == "*" or self.nargs == "+":
            return free if free > 0 or self.nargs == "*" else None
        unknown("nargs=" + str(self.nargs))

    def taken(self, words, before):
        """Its value of these words."""
        values = [self.converted(word) for word in words]
        if self.nargs is None or self.nargs == "?":
            values = values[0] if values else self.const
        if self.action == "append" or self.action == "extend":
            return (before or []) + (values if self.action == "extend" else [values])
        return values if self.action is None or self.action == "store" else unknown("an action of its own")


class _Subparsers:
    def __init__(self):
        self.parsers = {}

    def add_parser(self, name, **kwargs):
        self.parsers[name] = ArgumentParser()
        return self.parsers[name]


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), **kwargs):
        self.arguments = [argument for parent in parents for argument in parent.arguments]
        self.defaults = {}
        self.subparsers = None

    def add_argument(
        self,
        *names,
        action=None,
        nargs=None,
        const=None,
        default=None,
        type=None,
        choices=None,
        required=False,
        dest=None,
        **rest,
    ):
        self.arguments.append(_Argument(names, dest, action, nargs, const, default, type, choices, required))
        return self.arguments[-1]

    def add_argument_group(self, *args, **kwargs):
        return self

    def add_mutually_exclusive_group(self, **kwargs):
        return self

    def add_subparsers(self, *, dest=None, required=False, **kwargs):
        self.subparsers = _Subparsers()
        if dest is not None:
            self.defaults[dest] = unknowable("option " + dest + " (see --set)") if required else None
        return self.subparsers

    def set_defaults(self, **kwargs):
        self.defaults.update(kwargs)
        for argument in self.arguments:
            argument.default = kwargs.get(argument.dest, argument.default)

    def get_default(self, dest):
        for argument in self.arguments:
            if argument.dest == dest and (is_foreign(argument.default) or argument.default is not None):
                return argument.default
        return self.defaults.get(dest)

    def _asked_values(self):
        """The values of all arguments of a script that is called without any."""
        values = dict(self.defaults)
        for argument in self.arguments:
            text = asked_setting(argument.dest)
            if text is not None:
                values[argument.dest] = argument.asked(text)
            elif argument.needed:
                values[argument.dest] = unknowable("option " + argument.dest + " (see --set)")
            elif is_foreign(argument.default) or argument.absent() != SUPPRESS:
                values[argument.dest] = argument.absent()
        return values

    def _named(self, name):
        """The argument of this name, None for a word that is no option."""
        if not name.startswith("-") or name[1:2].isdigit():
            return None
        for argument in self.arguments:
            is_negated = argument.action is BooleanOptionalAction and name in [
                "--no-" + other[2:] for other in argument.names
            ]
            if name in argument.names or is_negated:
                return argument
        unknown("the option " + name)

    def _given_values(self, words):
        """The values of all arguments, of those of a command line."""
        if self.subparsers is not None:
            unknown("the arguments of a subcommand")
        values = {name: value for name, value in self.defaults.items()}
        values.update({argument.dest: argument.absent() for argument in self.arguments})
        seen, places = [], [argument for argument in self.arguments if not argument.is_option]
        while words:
            name, equals, text = words[0].partition("=")
            argument = self._named(name)
            if argument is None:
                if not places:
                    raise SystemExit(2)
                argument, places = places[0], places[1:]
                following = list(words)
            else:
                following = [text] + list(words[1:]) if equals else list(words[1:])
            before = values[argument.dest] if argument.dest in seen else argument.default
            if argument.is_switch():
                values[argument.dest], words = argument.switched(name, before), following
            else:
                count = argument.count_of(following)
                if count is None:
                    raise SystemExit(2)
                values[argument.dest], words = argument.taken(following[:count], before), following[count:]
            seen.append(argument.dest)
        if [argument for argument in self.arguments if argument.needed and argument.dest not in seen]:
            raise SystemExit(2)
        return {name: value for name, value in values.items() if is_foreign(value) or value != SUPPRESS}

    def parse_args(self, args=None, namespace=None):
        given = list(args) if is_known(args) and args else []
        values = self._given_values(given) if given else self._asked_values()
        if namespace is None:
            return Namespace(**values)
        for name, value in values.items():
            setattr(namespace, name, value)
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        return self.parse_args(args, namespace), []

    def error(self, message):
        raise SystemExit(2)

    def exit(self, status=0, message=None):
        raise SystemExit(status)

    def print_help(self, file=None):
        return None

    def print_usage(self, file=None):
        return None


def ArgumentDefaultsHelpFormatter(*args, **kwargs):
    return None
