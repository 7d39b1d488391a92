"""Kinds of leaves. equinox 0.13.8: _filters.py."""


def is_dynamic(x):
    return is_array(x) or is_of_numpy(x)


def matrix_shape(x):
    """The two sizes, or the error that unpacking them is."""
    try:
        rows, columns = x.shape
    except ValueError as error:
        raise error
    return rows, columns


def is_none(x):
    return x is None
