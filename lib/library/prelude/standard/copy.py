"""copy: lists and dicts are copied, all else is what it was. CPython: Lib/copy.py."""
MODULE = "copy"


def copy(x):
    if isinstance(x, dict):
        return dict(x)
    if isinstance(x, list):
        return list(x)
    return x if isinstance(x, (tuple, int, float, str)) or x is None else copied_object(x)


def deepcopy(x, memo=None):
    if isinstance(x, dict):
        return {k: deepcopy(v) for k, v in x.items()}
    if isinstance(x, list):
        return [deepcopy(v) for v in x]
    if isinstance(x, tuple):
        return x
    if isinstance(x, (int, float, str)) or x is None:
        return x
    own = getattr(x, "__dict__", {}).get("__deepcopy__")
    return copied_object(x) if own is None else own({})


def replace(obj, /, **changes):
    return obj._replace(**changes) if isinstance(obj, tuple) else unknowable()
