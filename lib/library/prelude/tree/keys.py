"""The steps of a path to a leaf of a tree. JAX: tree_util.py; jaxlib: pytree.cc."""
MODULE = "jax.tree_util"


class _Step:
    def __init__(self, field, value):
        self._field, self._value = field, value
        setattr(self, field, value)

    def __repr__(self):
        return f"{type(self).__name__}({self._field}={self._value!r})"

    def __str__(self):
        return f"[{self._value!r}]"

    def __eq__(self, other):
        return type(other) is type(self) and self._value == other._value

    def __hash__(self):
        return hash(self._value)


class SequenceKey(_Step):
    def __init__(self, idx):
        super().__init__("idx", idx)


class DictKey(_Step):
    def __init__(self, key):
        super().__init__("key", key)


class FlattenedIndexKey(_Step):
    def __init__(self, key):
        super().__init__("key", key)

    def __str__(self):
        return f"[<flat index {self.key}>]"


class GetAttrKey(_Step):
    def __init__(self, name):
        super().__init__("name", name)

    def __str__(self):
        return f".{self.name}"
