"""argparse: a script is followed as if it were called without arguments. CPython: Lib/argparse.py."""
MODULE = "argparse"


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


def _converted(given, action, type):
    if action == "store_true" or action == "store_false":
        return given.lower() in ("1", "true", "yes", "y", "t")
    return given if type is None else type(given)


class ArgumentParser:
    def __init__(self, *args, **kwargs):
        self.values = {}

    def add_argument(self, *names, action=None, default=None, dest=None, type=None, required=False, **rest):
        name = _destination(names) if dest is None else dest
        given = asked_setting(name)
        several = rest.get("nargs") is not None and rest.get("nargs") != "?"
        if given is not None and several:
            value = [_converted(part, action, type) for part in given.split(",")]
        elif given is not None:
            value = _converted(given, action, type)
        elif not names[0].startswith("-") or required:
            value = unknowable("option " + name + " (see --set)")
            if not required and (rest.get("nargs") == "?" or rest.get("nargs") == "*"):
                value = default
        elif action == "store_true":
            value = False if default is None else default
        elif action == "store_false":
            value = True if default is None else default
        else:
            value = type(default) if type is not None and isinstance(default, str) else default
        self.values[name] = value

    def add_argument_group(self, *args, **kwargs):
        return self

    def add_mutually_exclusive_group(self, **kwargs):
        return self

    def set_defaults(self, **kwargs):
        self.values.update(kwargs)

    def parse_args(self, args=None, namespace=None):
        return Namespace(**self.values)

    def parse_known_args(self, args=None, namespace=None):
        return Namespace(**self.values), []

    def print_help(self, file=None):
        return None


def ArgumentDefaultsHelpFormatter(*args, **kwargs):
    return None
