"""Methods of named tuples. CPython: Lib/collections/__init__.py namedtuple."""


@function("<named tuple>", takes_unknown=True)
def _replace(self, /, **kwargs):
    if not all([name in self._fields for name in kwargs]):
        raise ValueError("Got unexpected field names")
    return tuple_with(self, [kwargs.get(name, x) for name, x in zip(self._fields, self)])


@function("<named tuple>")
def _asdict(self):
    return dict(zip(self._fields, self))


@function("<named tuple class>", takes_unknown=True)
def _make(self, iterable):
    return program_call(self, *iterable)
