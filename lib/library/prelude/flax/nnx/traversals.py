"""Nested mappings by paths. flax 0.12.8: nnx/traversals.py."""
from prelude.flax.dictionaries import FrozenDict
from prelude.flax.nnx.states import State

MODULE = "flax.nnx.traversals"


class _Empty:
    pass


empty_node = _Empty()


def _is_mapping(x):
    return isinstance(x, (dict, FrozenDict, State))


def flatten_mapping(xs, /, *, keep_empty_nodes=False, is_leaf=None, sep=None):
    if not _is_mapping(xs):
        raise TypeError(f"expected Mapping; got {type(xs).__qualname__}")
    return dict(flatten_to_sequence(xs, keep_empty_nodes=keep_empty_nodes, is_leaf=is_leaf, sep=sep))


def flatten_to_sequence(xs, /, *, keep_empty_nodes=False, is_leaf=None, sep=None):
    result = []

    def visit(x, path):
        if not _is_mapping(x) or (is_leaf and program_call(is_leaf, path, x)):
            result.append((path if sep is None else sep.join(path), x))
            return
        for key, value in x.items():
            visit(value, path + (key,))
        if not len(x) and keep_empty_nodes and path:
            result.append((path if sep is None else sep.join(path), empty_node))

    visit(xs, ())
    return result


def unflatten_mapping(xs, /, *, sep=None):
    result = {}
    for path, value in xs.items() if _is_mapping(xs) else xs:
        parts = path if sep is None else path.split(sep)
        here = result
        for part in parts[:-1]:
            here = here.setdefault(part, {})
        here[parts[-1]] = {} if value is empty_node else value
    return result
