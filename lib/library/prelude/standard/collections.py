"""collections. What a program derives from dict is a UserDict, too. CPython: Lib/collections/__init__.py."""
MODULE = "collections"


class UserDict:
    def __init__(self, *args, **kwargs):
        self._data.update(dict(*args, **kwargs))

    def __getitem__(self, key):
        if key in self._data:
            return self._data[key]
        return self.__missing__(key)

    def __missing__(self, key):
        raise KeyError(key)

    def __setitem__(self, key, value):
        self._data[key] = value

    def __delitem__(self, key):
        del self._data[key]

    def __contains__(self, key):
        return key in self._data

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter(list(self._data))

    def __eq__(self, other):
        return self._data == (other._data if isinstance(other, UserDict) else other)

    def keys(self):
        return self._data.keys()

    def values(self):
        return self._data.values()

    def items(self):
        return self._data.items()

    def get(self, key, default=None):
        return self._data[key] if key in self._data else default

    def pop(self, key, *default):
        return self._data.pop(key, *default)

    def setdefault(self, key, default=None):
        if key not in self._data:
            self._data[key] = default
        return self._data[key]

    def update(self, *args, **kwargs):
        self._data.update(dict(*args, **kwargs))

    def copy(self):
        copied = type(self)()
        copied._data.update(self._data)
        return copied

    def popitem(self, last=True):
        return self._data.popitem(last)

    def move_to_end(self, key, last=True):
        """That of what derives from OrderedDict."""
        self._data.move_to_end(key, last)

    def __or__(self, other):
        copied = self.copy()
        copied.update(other)
        return copied

    def __repr__(self):
        return repr(self._data)

    def clear(self):
        self._data.clear()


class defaultdict(UserDict):
    def __init__(self, default_factory=None, *args, **kwargs):
        object.__setattr__(self, "default_factory", default_factory)
        self._data.update(dict(*args, **kwargs))

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self._data[key] = self.default_factory()
        return self._data[key]

    def copy(self):
        return type(self)(self.default_factory, self._data)

    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {self._data!r})"


class Counter(UserDict):
    def __init__(self, iterable=(), **kwargs):
        if isinstance(iterable, (dict, UserDict)):
            self._data.update(dict(iterable))
        else:
            for item in iterable:
                self._data[item] = self._data.get(item, 0) + 1
        self._data.update(kwargs)

    def __missing__(self, key):
        return 0

    def total(self):
        return sum(self._data.values())

    def most_common(self, n=None):
        return sorted(self._data.items(), key=lambda item: -item[1])[:n]

    def elements(self):
        return iter([item for item, count in self._data.items() for _ in range(count)])

    def update(self, iterable=(), /, **kwargs):
        for item, count in Counter(iterable, **kwargs).items():
            self._data[item] = self._data.get(item, 0) + count

    def subtract(self, iterable=(), /, **kwargs):
        for item, count in Counter(iterable, **kwargs).items():
            self._data[item] = self._data.get(item, 0) - count

    def _with(self, other, choose):
        result = Counter()
        for item in [*self._data, *[k for k in other._data if k not in self._data]]:
            count = choose(self[item], other[item])
            if count > 0:
                result._data[item] = count
        return result

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._with(other, lambda a, b: a if a > b else b)

    def __and__(self, other):
        return self._with(other, lambda a, b: a if a < b else b)

    def __delitem__(self, key):
        self._data.pop(key, None)

    def __repr__(self):
        if not self._data:
            return "Counter()"
        return f"Counter({dict(self.most_common())!r})"


class deque:
    def __init__(self, iterable=(), maxlen=None):
        self.maxlen = maxlen
        self.items = []
        for item in iterable:
            self.append(item)

    @property
    def _held(self):
        return self.items

    def append(self, x):
        self.items.append(x)
        if is_foreign(self.items):
            return  # how many there are is not known, at most maxlen or more
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop(0)

    def appendleft(self, x):
        self.items.insert(0, x)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop()

    def pop(self):
        if not self.items:
            raise IndexError("pop from an empty deque")
        return self.items.pop()

    def popleft(self):
        if not self.items:
            raise IndexError("pop from an empty deque")
        return self.items.pop(0)

    def extend(self, iterable):
        for x in list(iterable):
            self.append(x)

    def extendleft(self, iterable):
        for x in list(iterable):
            self.appendleft(x)

    def rotate(self, n=1):
        if self.items:
            at = -n % len(self.items)
            self.items = self.items[at:] + self.items[:at]

    def clear(self):
        self.items.clear()

    def copy(self):
        return deque(self.items, self.maxlen)

    def remove(self, value):
        if value not in self.items:
            raise ValueError("deque.remove(x): x not in deque")
        self.items.remove(value)

    def insert(self, i, x):
        if self.maxlen is not None and len(self.items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self.items.insert(i, x)

    def reverse(self):
        self.items.reverse()

    def count(self, x):
        return self.items.count(x)

    def index(self, x, start=0, stop=None):
        if x not in self.items[start:stop]:
            raise ValueError(f"{x!r} is not in deque")
        return self.items.index(x, start, len(self.items) if stop is None else stop)

    def __contains__(self, x):
        return x in self.items

    def __reversed__(self):
        return reversed(list(self.items))

    def __setitem__(self, i, x):
        if not -len(self.items) <= i < len(self.items):
            raise IndexError("deque index out of range")
        self.items[i] = x

    def __delitem__(self, i):
        if not -len(self.items) <= i < len(self.items):
            raise IndexError("deque index out of range")
        del self.items[i]

    def __eq__(self, other):
        return self.items == other.items if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return self.items < other.items if isinstance(other, deque) else NotImplemented

    def __add__(self, other):
        return deque(self.items + other.items, self.maxlen)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return deque(self.items * n, self.maxlen)

    def __repr__(self):
        end = "" if self.maxlen is None else f", maxlen={self.maxlen}"
        return f"deque({self.items!r}{end})"

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(list(self.items))

    def __getitem__(self, i):
        if not -len(self.items) <= i < len(self.items):
            raise IndexError("deque index out of range")
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
