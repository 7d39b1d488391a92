"""What only documentation looks at. equinox 0.13.8: _doc_utils.py."""
MODULE = "equinox.internal equinox._doc_utils"


def doc_repr(obj, string):
    return obj


def doc_remove_args(*args):
    return lambda fn: fn
