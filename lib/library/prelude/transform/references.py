"""Arrays that are written in place. JAX: core.py Ref, state/primitives.py."""

MODULE = "jax.ref"


class Ref:
    """A node of trees with its array as the child: one that a traced function makes or gets stays in it."""

    def __init__(self, array):
        assert _registered is None
        self._array = array
        self._traced = is_traced()

    @property
    def shape(self):
        return self._array.shape

    @property
    def dtype(self):
        return self._array.dtype

    @property
    def ndim(self):
        return self._array.ndim

    @property
    def size(self):
        return self._array.size

    def __len__(self):
        return len(self._array)

    def __getitem__(self, idx):
        return get(self, idx)

    def __setitem__(self, idx, value):
        _write("swap", self, idx, value)


def _flatten(ref):
    if ref._traced:
        unknown("a mutable array of a traced function as its result, or as the argument of another one")
    return (ref._array,), None


_registered = jax.tree_util.register_pytree_node(Ref, _flatten, lambda _, children: Ref(children[0]))


def new_ref(init_val, *, memory_space=None, kind=None, pin=None):
    if isinstance(init_val, Ref) or memory_space is not None or pin is not None:
        unknown("a mutable array of another one, or in another memory")
    return Ref(jnp.asarray(init_val))


def _of(ref):
    if not isinstance(ref, Ref):
        raise ValueError(f"Can only call `get` on a `Ref`: {ref}.")
    return ref._array


def get(ref, idx=None):
    array = _of(ref)
    return array if idx is None else array[_checked(array, idx)]


def _checked(array, idx):
    """The index; of a reference its integers are within their dimensions."""
    entries = idx if isinstance(idx, tuple) else (idx,)
    if any(entry is None for entry in entries):
        unknown("a new dimension in the index of a mutable array")
    if Ellipsis not in [entry for entry in entries if not is_array(entry)]:
        for entry, size in zip(entries, array.shape):
            if is_integer(entry) and entry >= size:
                raise ValueError(f"Out of bound indexer: idx={entry}, dim={size}.")
    for entry in entries:
        if isinstance(entry, slice) and entry.step is not None and entry.step < 1:
            raise ValueError(f"slice must have a step >= 1 (found: {entry.step})")
    return idx


def _write(name, ref, idx, value):
    array = _of(ref)
    idx = ... if idx is None else _checked(array, idx)
    value = jnp.asarray(value)
    before = array[idx]
    if value.shape != before.shape:
        refuse(
            ValueError,
            f"Invalid shape for `{name}`. Ref shape: {array.shape}. Expected shape: {before.shape}. "
            f"Value shape: {value.shape}." + (" Transforms: (). " if idx is ... else ""),
            rule="shape-mismatch",
            say=f"a part of shape {before.shape} of a mutable array is given one of shape {value.shape}, which is not "
            "broadcast",
        )
    kinds = (jnp.floating, jnp.integer)
    kept = any(jnp.issubdtype(array.dtype, kind) and jnp.issubdtype(value.dtype, kind) for kind in kinds)
    if value.dtype != array.dtype and not (value.weak_type and kept):
        raise ValueError(f"Invalid dtype for `{name}`. Ref dtype: {array.dtype}. Value dtype: {value.dtype}.")
    return before


def set(ref, idx, value):
    _write("swap", ref, idx, value)


def swap(ref, idx, value):
    return _write("swap", ref, idx, value)


def addupdate(ref, idx, x):
    _write("addupdate", ref, idx, x)


def freeze(ref):
    return _of(ref)
