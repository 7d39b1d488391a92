"""Parts of trees. equinox 0.13.8: _filters.py, _tree.py, _update.py."""
from prelude.equinox.kinds import is_dynamic, is_jax
from prelude.equinox.modules import Module

MODULE = "equinox"


def _is_none(x):
    return x is None


def is_array(element):
    return is_jax(element)


def is_array_like(element):
    return is_dynamic(element) or isinstance(element, (float, complex, bool, int)) or hasattr(element, "__jax_array__")


def is_inexact_array(element):
    return is_dynamic(element) and jnp.issubdtype(element.dtype, jnp.inexact)


def is_inexact_array_like(element):
    if is_dynamic(element):
        return jnp.issubdtype(element.dtype, jnp.inexact)
    return isinstance(element, (float, complex))


def mask_of(filter_spec, pytree, is_leaf=None):
    """The tree with the truths that the filter gives for its leaves."""
    if callable(filter_spec):
        return jax.tree.map(filter_spec, pytree, is_leaf=is_leaf)

    def expand(spec, part):
        if callable(spec):
            return jax.tree.map(spec, part, is_leaf=is_leaf)
        return jax.tree.map(lambda _: spec, part, is_leaf=is_leaf)

    return jax.tree.map(expand, filter_spec, pytree, is_leaf=is_leaf)


def filter(pytree, filter_spec, inverse=False, replace=None, is_leaf=None):
    mask = mask_of(filter_spec, pytree, is_leaf)
    return jax.tree.map(lambda m, x: x if bool(m) != inverse else replace, mask, pytree)


def partition(pytree, filter_spec, replace=None, is_leaf=None):
    mask = mask_of(filter_spec, pytree, is_leaf)
    left = jax.tree.map(lambda m, x: x if m else replace, mask, pytree)
    right = jax.tree.map(lambda m, x: replace if m else x, mask, pytree)
    return left, right


def combine(*pytrees, is_leaf=None):
    def first(*given):
        for x in given:
            if x is not None:
                return x
        return None

    leaf = _is_none if is_leaf is None else lambda x: x is None or is_leaf(x)
    return jax.tree.map(first, *pytrees, is_leaf=leaf)


def apply_updates(model, updates):
    def apply(u, p):
        return p if u is None else p + u

    return jax.tree.map(apply, updates, model, is_leaf=_is_none)


class _Place:
    def __init__(self, value):
        self.value = value


def _places(tree, wanted):
    """How often the tree has the node."""
    found = []

    def look(x):
        if x is wanted:
            found.append(x)
            return True
        return False

    jax.tree.leaves(tree, is_leaf=look)
    return len(found)


def tree_at(where, pytree, replace="_missing", replace_fn="_missing", is_leaf=None):
    one_by_one = isinstance(replace, str) and replace == "_missing"
    if one_by_one and isinstance(replace_fn, str) and replace_fn == "_missing":
        raise ValueError("Precisely one of `replace` and `replace_fn` must be specified.")
    boxed = jax.tree.map(_Place, pytree, is_leaf=is_leaf)
    chosen = program_call(where, boxed)
    single = isinstance(chosen, _Place) or _places(boxed, chosen) == 1
    nodes = [chosen] if single else list(chosen)
    for node in nodes:
        if _places(boxed, node) != 1:
            raise ValueError("`where` does not specify an element or elements of `pytree`.")

    def opened(node):
        return jax.tree.map(lambda place: place.value, node)

    if one_by_one:
        made = [program_call(replace_fn, opened(node)) for node in nodes]
    elif single:
        made = [replace]
    else:
        made = list(replace)
    if len(made) != len(nodes):
        raise ValueError("`where` must return a sequence of leaves of the same length as `replace`.")

    def is_chosen(x):
        return any(x is node for node in nodes)

    def put(x):
        for node, new in zip(nodes, made):
            if x is node:
                return new
        return x.value

    return jax.tree.map(put, boxed, is_leaf=is_chosen)


def tree_equal(*pytrees, typematch=False, rtol=0.0, atol=0.0):
    first = jax.tree.structure(pytrees[0])
    if any(jax.tree.structure(tree) != first for tree in pytrees[1:]):
        return False
    result = True
    for tree in pytrees[1:]:
        for a, b in zip(jax.tree.leaves(pytrees[0]), jax.tree.leaves(tree)):
            if is_array_like(a) and is_array_like(b):
                if jnp.shape(a) != jnp.shape(b):
                    return False
                result = result & jnp.all(jnp.asarray(a) == jnp.asarray(b))
            elif a != b:
                return False
    return result


def tree_inference(pytree, value):
    return inference_mode(pytree, value)


def inference_mode(pytree, value=True):
    def has_mode(x):
        return hasattr(x, "inference") and isinstance(x, Module)

    nodes = [x for x in jax.tree.leaves(pytree, is_leaf=has_mode) if has_mode(x)]
    if not nodes:
        return pytree

    def changed(x):
        if not has_mode(x):
            return x
        return tree_at(lambda m: m.inference, x, value, is_leaf=_is_none)

    return jax.tree.map(changed, pytree, is_leaf=has_mode)


def tree_serialise_leaves(path_or_file, pytree, filter_spec=None, is_leaf=None):
    return None


def tree_deserialise_leaves(path_or_file, like, filter_spec=None, is_leaf=None):
    return like


def default_serialise_filter_spec(f, x):
    return None
