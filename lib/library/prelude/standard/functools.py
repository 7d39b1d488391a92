"""functools: what lies around functions. CPython: Lib/functools.py."""
MODULE = "functools"


def cached_property(func):
    return property(func)


def total_ordering(cls):
    return cls


def update_wrapper(wrapper, wrapped, *args):
    wrapper.__name__ = wrapped.__name__
    wrapper.__wrapped__ = wrapped
    return wrapper


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
    return user_function


def lru_cache(maxsize=128, typed=False):
    return maxsize if callable(maxsize) else cache
