"""Methods of named tuples. CPython: Lib/collections/__init__.py namedtuple."""


@function("<named tuple>", takes_unknown=True)
def _replace(self, /, **kwargs):
    unexpected = [name for name in kwargs if name not in self._fields]
    if unexpected:
        raise ValueError(f"Got unexpected field names: {unexpected}")
    return tuple_with(self, [kwargs.get(name, x) for name, x in zip(self._fields, self)])


@function("<named tuple>")
def _asdict(self):
    return dict(zip(self._fields, self))


@function("<named tuple class>", takes_unknown=True)
def _make(self, iterable):
    return program_call(self, *iterable)
