"""copy: lists and dicts are copied, all else is what it was. CPython: Lib/copy.py."""
MODULE = "copy"


def copy(x):
    if isinstance(x, dict):
        return dict(x)
    if isinstance(x, list):
        return list(x)
    if is_array(x):
        return x.copy()
    return x if isinstance(x, (tuple, int, float, str)) or x is None else copied_object(x)


def deepcopy(x, memo=None):
    memo = {} if memo is None else memo
    if isinstance(x, dict):
        return {k: deepcopy(v, memo) for k, v in x.items()}
    if isinstance(x, list):
        return [deepcopy(v, memo) for v in x]
    if isinstance(x, (tuple, int, float, str)) or x is None or not is_known(x):
        return x
    if is_array(x):
        return x.copy()
    fields = getattr(x, "__dict__", {})
    own = fields.get("__deepcopy__")
    if own is not None:
        return own(memo)
    return _torch_copy(x, fields, memo) if "_parameters" in fields or "_storage" in fields else copied_object(x)


def _torch_copy(x, fields, memo):
    """A module of torch with all that it holds, or a tensor."""
    if identity(x) in memo:
        return memo[identity(x)]
    if "_storage" in fields:
        memo[identity(x)] = x.__deepcopy__(memo)
        return memo[identity(x)]
    made = memo[identity(x)] = copied_object(x)
    for name, value in list(fields.items()):
        made.__dict__[name] = deepcopy(value, memo)
    return made


def replace(obj, /, **changes):
    return obj._replace(**changes) if isinstance(obj, tuple) else unknowable()
