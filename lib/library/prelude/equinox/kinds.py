"""Kinds of leaves. equinox 0.13.8: _filters.py."""


def is_dynamic(x):
    return is_array(x) or is_of_numpy(x)


def is_none(x):
    return x is None
