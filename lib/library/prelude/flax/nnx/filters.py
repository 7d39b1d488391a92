"""Filters of variables. flax 0.12.8: nnx/filterlib.py."""
from prelude.flax.nnx.variables import Variable

MODULE = "flax.nnx flax.nnx.filterlib"


class _Filter:
    def __call__(self, path, value):
        return matches(self, path, value)


class All(_Filter):
    def __init__(self, *filters):
        self.filters = filters

    def takes(self, path, value):
        return all(matches(f, path, value) for f in self.filters)


class Any(_Filter):
    def __init__(self, *filters):
        self.filters = filters

    def takes(self, path, value):
        return any(matches(f, path, value) for f in self.filters)


class Not(_Filter):
    def __init__(self, filter):
        self.filter = filter

    def takes(self, path, value):
        return not matches(self.filter, path, value)


class OfType(_Filter):
    def __init__(self, type):
        self.type = type

    def takes(self, path, value):
        return isinstance(value, self.type)


class PathContains(_Filter):
    def __init__(self, key, exact=True):
        self.key = key
        self.exact = exact

    def takes(self, path, value):
        return self.key in path if self.exact else any(str(self.key) in str(part) for part in path)


class PathIn(_Filter):
    def __init__(self, *paths):
        self.paths = paths

    def takes(self, path, value):
        return path in self.paths


class WithTag(_Filter):
    def __init__(self, tag):
        self.tag = tag

    def takes(self, path, value):
        if isinstance(value, Variable):
            return value.get_metadata("tag") == self.tag
        return getattr(value, "tag", None) == self.tag


class Everything(_Filter):
    def takes(self, path, value):
        return True


class Nothing(_Filter):
    def takes(self, path, value):
        return False


def matches(wanted, path, value):
    if isinstance(wanted, type):
        return isinstance(value, wanted)
    if wanted is Ellipsis or wanted is True:
        return True
    if wanted is None or wanted is False:
        return False
    if isinstance(wanted, _Filter):
        return wanted.takes(path, value)
    if isinstance(wanted, str):
        return WithTag(wanted).takes(path, value)
    if isinstance(wanted, (list, tuple)):
        return any(matches(f, path, value) for f in wanted)
    if callable(wanted):
        return program_call(wanted, path, value)
    raise TypeError(f"Invalid collection filter: {wanted}. ")


def to_predicate(filter):
    return filter if callable(filter) and not isinstance(filter, type) else lambda path, value: matches(filter, path, value)
