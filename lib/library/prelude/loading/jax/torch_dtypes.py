"""Element types of torch, by those of NumPy. torch 2.9: torch/_prims_common/__init__.py."""
from prelude.loading.tensors import Loaded


class dtype:
    def __init__(self, name):
        self._name = name

    def __eq__(self, other):
        return isinstance(other, dtype) and self._name == other._name

    def __hash__(self):
        return hash(self._name)

    def __repr__(self):
        return "torch." + self._name


def _first(data):
    """What a nested list holds first, or None."""
    while isinstance(data, (list, tuple)):
        if not data:
            return None
        data = data[0]
    return data


def array_of_data(data, given):
    """The array of NumPy that torch.tensor makes of data, in this dtype unless it is None; None where that is not known."""
    data = data._array if isinstance(data, Loaded) else data
    first = _first(data)
    first = first._array if isinstance(first, Loaded) else first
    if not is_known(first) or isinstance(first, jax.Array) or (given is not None and not isinstance(given, dtype)):
        return None
    if not isinstance(first, (bool, int, float, np.ndarray, np.generic)) and first is not None:
        return None
    array = np.asarray(data)
    if given is not None:
        return array.astype(given._name)
    return array.astype(np.float32) if first is None or isinstance(first, float) and not isinstance(first, np.generic) else array


def sized(size, given, otherwise):
    """An array of this size, which torch takes as one argument or several; None where it is not known."""
    size = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else tuple(size)
    if not is_known(size) or not all([isinstance(n, int) for n in size]) or not (given is None or isinstance(given, dtype)):
        return None
    return np.empty(size, otherwise if given is None else given._name)
