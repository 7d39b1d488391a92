"""copy: objects of the program, lists, dicts, tuples and sets are copied, all else is what it was. CPython: Lib/copy.py."""
MODULE = "copy"


def copy(x):
    if isinstance(x, dict):
        return dict(x)
    if isinstance(x, list):
        return list(x)
    if is_array(x):
        return x.copy()
    return x if isinstance(x, (tuple, int, float, str)) or x is None else copied_object(x)


def _deep_items(x, memo):
    """A list, dict, tuple or set with deep copies of what it holds."""
    if isinstance(x, list):
        made = memo[identity(x)] = []
        made.extend([deepcopy(v, memo) for v in x])
        return made
    if isinstance(x, dict):
        made = memo[identity(x)] = {}
        made.update({k: deepcopy(v, memo) for k, v in x.items()})
        return made
    items = [deepcopy(v, memo) for v in x]
    if isinstance(x, set):
        return set(items)
    return tuple_with(x, items) if hasattr(x, "_fields") else tuple(items)


def deepcopy(x, memo=None):
    memo = {} if memo is None else memo
    if isinstance(x, (int, float, str)) or x is None:
        return x
    if isinstance(x, (list, dict, tuple, set)):
        return memo[identity(x)] if identity(x) in memo else _deep_items(x, memo)
    if not is_known(x):
        return x
    if is_array(x):
        return x.copy()
    if identity(x) in memo:
        return memo[identity(x)]
    made = copied_object(x)
    if made is x or any([kind.__name__ == "Enum" for kind in type(x).__mro__]):
        return x
    fields = x.__dict__
    if "__deepcopy__" in fields:
        return fields["__deepcopy__"](memo)
    if any([own_member(kind, "__deepcopy__") is not None for kind in type(x).__mro__]):
        return x.__deepcopy__(memo)
    memo[identity(x)] = made
    if not is_of_library(x) or "_parameters" in fields:
        for name, value in list(fields.items()):
            made.__dict__[name] = deepcopy(value, memo)
    return made


def replace(obj, /, **changes):
    return obj._replace(**changes) if isinstance(obj, tuple) else unknowable()
