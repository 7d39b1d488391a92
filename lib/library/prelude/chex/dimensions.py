"""Sizes of dimensions by letters. chex 0.1.92: _src/dimensions.py."""
MODULE = "chex"


def _is_letter(dim):
    return len(dim) == 1 and dim.isalpha() and dim.isascii()


def _require_text(key):
    if not isinstance(key, str):
        raise TypeError(f"key must be a string; got: {type(key).__name__}")


def _as_size(x):
    if x is None or isinstance(x, int):
        return x
    if is_known(x) and hasattr(x, "__int__") and int(x) == x:
        return int(x)
    raise TypeError(f"object cannot be interpreted as a python int: {x!r}")


class Dimensions:
    def __init__(self, **dim_sizes):
        for dim, size in dim_sizes.items():
            self._set(dim, size)

    def _set(self, dim, size):
        if dim == "_":
            return
        if not _is_letter(dim):
            raise KeyError("dimension names may only be contain letters (or '_' to skip); "
                           f"got dimension name: {dim!r}")
        setattr(self, dim, _as_size(size))

    def _get(self, dim):
        if dim == "*":
            return None
        if dim.isdecimal():
            return int(dim)
        if dim not in self.__dict__:
            raise KeyError(dim)
        return self.__dict__[dim]

    def size(self, key):
        shape = self[key]
        if any([size is None or size <= 0 for size in shape]):
            raise ValueError(f"cannot take product of shape '{key}' = {shape}, because it contains non-positive sized "
                             "dimensions")
        return math.prod(shape)

    def __getitem__(self, key):
        _require_text(key)
        shape, group = [], None
        for dim in key:
            if dim == "(":
                if group is not None:
                    raise ValueError(f"nested parentheses are unsupported; got: '{key}'")
                group = ""
            elif dim == ")":
                if group is None:
                    raise ValueError(f"unmatched parentheses in named shape: '{key}'")
                if not group:
                    raise ValueError(f"found empty parentheses in named shape: '{key}'")
                shape.append(self.size(group))
                group = None
            elif group is not None:
                group += dim
            else:
                shape.append(self._get(dim))
        if group is not None:
            raise ValueError(f"unmatched parentheses in named shape: '{key}'")
        return tuple(shape)

    def __setitem__(self, key, value):
        _require_text(key)
        if not hasattr(value, "__len__"):
            raise TypeError("value must be sized, i.e. an object with a well-defined len(value); got object of type: "
                            f"{type(value).__name__}")
        if len(key) != len(value):
            raise ValueError(f"key string {key!r} and shape {tuple(value)} have different lengths")
        for dim, size in zip(key, value):
            self._set(dim, size)

    def __delitem__(self, key):
        _require_text(key)
        for dim in key:
            if dim != "_":
                if dim not in self.__dict__:
                    raise KeyError(dim)
                delattr(self, dim)

    def __repr__(self):
        return f"Dimensions({', '.join([f'{dim}={size}' for dim, size in sorted(self.__dict__.items())])})"
