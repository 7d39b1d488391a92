"""collections. CPython: Lib/collections/__init__.py."""
MODULE = "collections"


class _Mapping:
    def __init__(self, *args, **kwargs):
        self.data = dict(*args, **kwargs)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        return self.__missing__(key)

    def __missing__(self, key):
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        return key in self.data

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(list(self.data))

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, _Mapping) else other)

    def keys(self):
        return self.data.keys()

    def values(self):
        return self.data.values()

    def items(self):
        return self.data.items()

    def get(self, key, default=None):
        return self.data[key] if key in self.data else default

    def pop(self, key, *default):
        return self.data.pop(key, *default)

    def setdefault(self, key, default=None):
        if key not in self.data:
            self.data[key] = default
        return self.data[key]

    def update(self, *args, **kwargs):
        self.data.update(dict(*args, **kwargs))

    def clear(self):
        self.data.clear()


class defaultdict(_Mapping):
    def __init__(self, default_factory=None, *args, **kwargs):
        self.default_factory = default_factory
        self.data = dict(*args, **kwargs)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self.data[key] = self.default_factory()
        return self.data[key]


class Counter(_Mapping):
    def __init__(self, iterable=(), **kwargs):
        self.data = {}
        if isinstance(iterable, dict):
            self.data = dict(iterable)
        else:
            for item in iterable:
                self.data[item] = self.data.get(item, 0) + 1
        self.data.update(kwargs)

    def __missing__(self, key):
        return 0

    def total(self):
        return sum(self.data.values())

    def most_common(self, n=None):
        return sorted(self.data.items(), key=lambda item: -item[1])[:n]


class deque:
    def __init__(self, iterable=(), maxlen=None):
        self.maxlen = maxlen
        self.items = []
        for item in iterable:
            self.append(item)

    def append(self, x):
        self.items.append(x)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop(0)

    def appendleft(self, x):
        self.items.insert(0, x)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop()

    def pop(self):
        return self.items.pop()

    def popleft(self):
        if not self.items:
            raise IndexError("pop from an empty deque")
        return self.items.pop(0)

    def extend(self, iterable):
        for x in iterable:
            self.append(x)

    def clear(self):
        self.items.clear()

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(list(self.items))

    def __getitem__(self, i):
        return self.items[i]

    def __bool__(self):
        return bool(self.items)


def OrderedDict(*args, **kwargs):
    return dict(*args, **kwargs)


def ChainMap(*maps):
    merged = {}
    for one in reversed(maps):
        merged.update(one)
    return merged


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    return named_tuple_class(typename, list(field_names), () if defaults is None else list(defaults))
