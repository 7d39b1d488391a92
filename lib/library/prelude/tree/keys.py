"""The steps of a path to a leaf of a tree. JAX: tree_util.py; jaxlib: pytree.cc."""
MODULE = "jax.tree_util"


class _Step:
    def __repr__(self):
        return f"{type(self).__name__}({self._field}={self._value!r})"

    def __str__(self):
        return f"[{self._value!r}]"

    def __eq__(self, other):
        return type(other) is type(self) and self._value == other._value

    def __hash__(self):
        return hash(self._value)

    def __getattr__(self, name):
        module = "jaxlib._jax.pytree." if release >= (0, 12) else ""
        raise AttributeError(f"'{module}{type(self).__name__}' object has no attribute '{name}'")


class SequenceKey(_Step):
    def __init__(self, idx):
        self._field, self._value, self.idx = "idx", idx, idx


class DictKey(_Step):
    def __init__(self, key):
        self._field, self._value, self.key = "key", key, key


class FlattenedIndexKey(_Step):
    def __init__(self, key):
        self._field, self._value, self.key = "key", key, key

    def __str__(self):
        return f"[<flat index {self.key}>]"


class GetAttrKey(_Step):
    def __init__(self, name):
        self._field, self._value, self.name = "name", name, name

    def __str__(self):
        return f".{self.name}"
