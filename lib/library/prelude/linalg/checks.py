"""What functions of linear algebra ask of their arguments."""


def is_square(a):
    """Whether the array is made of square matrices."""
    return a.ndim >= 2 and a.shape[-1] == a.shape[-2]


def require_inexact(name, a):
    """The array in a floating dtype. JAX: numpy/util.py ensure_arraylike, promote_dtypes_inexact."""
    a, = promote_dtypes_inexact(require_arrays(name, a))
    return a


def only_one(first, second, text):
    """Which of two arguments of one meaning was given."""
    if first is not None and second is not None:
        raise ValueError(text)
    return first if second is None else second
