"""functools: what lies around methods. CPython: Lib/functools.py."""
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
