"""functools: what lies around functions. CPython: Lib/functools.py."""
MODULE = "functools"


def cached_property(func):
    def get(self):
        held = self.__dict__
        if func.__name__ not in held:
            held[func.__name__] = program_call(func, self)
        return held[func.__name__]

    def put(self, value):
        self.__dict__[func.__name__] = value

    return property(get, put)


_ORDERS = {
    "__lt__": {"__gt__": lambda a, b: not a < b and a != b, "__le__": lambda a, b: a < b or a == b,
               "__ge__": lambda a, b: not a < b},
    "__le__": {"__ge__": lambda a, b: not a <= b or a == b, "__lt__": lambda a, b: a <= b and a != b,
               "__gt__": lambda a, b: not a <= b},
    "__gt__": {"__lt__": lambda a, b: not (a > b or a == b), "__ge__": lambda a, b: a > b or a == b,
               "__le__": lambda a, b: not a > b},
    "__ge__": {"__le__": lambda a, b: not a >= b or a == b, "__gt__": lambda a, b: a >= b and a != b,
               "__lt__": lambda a, b: not a >= b},
}


def total_ordering(cls):
    defined = [name for name in _ORDERS if any([name in one.__dict__ for one in cls.__mro__])]
    if not defined:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    for name, function in _ORDERS[defined[0]].items():
        if name not in defined:
            setattr(cls, name, function)
    return cls


def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

    return K


def update_wrapper(wrapper, wrapped, assigned=(), updated=()):
    if is_foreign(wrapped):
        wrapper.__name__ = wrapper.__qualname__ = unknowable("__name__")
        wrapper.__wrapped__ = wrapped
        return wrapper
    if hasattr(wrapped, "__name__"):
        wrapper.__name__ = wrapped.__name__
    wrapper.__wrapped__ = wrapped
    return member("functools", "wraps")(wrapped)(wrapper)


def singledispatch(func):
    return unknowable()


def reduce(function, iterable, initial="_missing", /):
    items = list(iterable)
    if not (isinstance(initial, str) and initial == "_missing"):
        items = [initial] + items
    if not items:
        raise TypeError("reduce() of empty iterable with no initial value")
    total = items[0]
    for x in items[1:]:
        total = program_call(function, total, x)
    return total


def cache(user_function, /):
    kept = []

    def cached(*args, **kwargs):
        for given, result in kept:
            if same_key(given, (args, kwargs)):
                return result
        result = program_call(user_function, *args, **kwargs)
        kept.append(((args, kwargs), result))
        return result

    cached.cache_clear = kept.clear
    return update_wrapper(cached, user_function)


def lru_cache(maxsize=128, typed=False):
    return cache(maxsize) if callable(maxsize) else cache
