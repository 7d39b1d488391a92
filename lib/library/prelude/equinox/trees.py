"""Parts of trees. equinox 0.13.8: _filters.py, _tree.py, _update.py."""
from prelude.equinox.kinds import is_dynamic, is_none

MODULE = "equinox"


def is_array(element):
    return is_dynamic(element)


def is_array_like(element):
    if is_dynamic(element) or isinstance(element, (float, complex, bool, int)):
        return True
    if isinstance(element, jax.ShapeDtypeStruct) or function_name(element) is not None:
        return False
    return hasattr(element, "__jax_array__")


def is_inexact_array(element):
    return is_dynamic(element) and jnp.issubdtype(element.dtype, jnp.inexact)


def is_inexact_array_like(element):
    if is_dynamic(element):
        return jnp.issubdtype(element.dtype, jnp.inexact)
    return isinstance(element, (float, complex))


def mask_of(filter_spec, pytree, is_leaf=None):
    """The tree with the truths that the filter gives for its leaves."""

    def expand(spec, part):
        if is_tracer(spec):
            raise ValueError("`filter_spec` leaf values cannot be traced arrays.")
        if isinstance(spec, bool):
            return jax.tree.map(lambda _: spec, part, is_leaf=is_leaf)
        if callable(spec):
            return jax.tree.map(spec, part, is_leaf=is_leaf)
        raise ValueError("`filter_spec` must consist of booleans and callables only.")

    return jax.tree.map(expand, filter_spec, pytree)


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

    leaf = is_none if is_leaf is None else lambda x: x is None or is_leaf(x)
    return jax.tree.map(first, *pytrees, is_leaf=leaf)


def apply_updates(model, updates):
    def apply(u, p):
        return p if u is None else p + u

    return jax.tree.map(apply, updates, model, is_leaf=is_none)


class _LeafWrapper:
    """A leaf where a program says which; its name is in the errors of those that look into one."""

    def __init__(self, value):
        self.value = value

    def __getattr__(self, name):
        _look_into(self.value)
        raise AttributeError(f"'_LeafWrapper' object has no attribute '{name}'")

    def __getitem__(self, index):
        _look_into(self.value)
        raise TypeError("'_LeafWrapper' object is not subscriptable")


def _look_into(value):
    """What is not known may be a node, and no leaf."""
    if not is_known(value):
        unknown("a part of a tree that is not known")


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
    return put_at(lambda tree: program_call(where, tree), pytree, replace, replace_fn, is_leaf)


def put_at(choose, pytree, replace="_missing", replace_fn="_missing", is_leaf=None):
    """tree_at with a function that is none of the program."""
    boxed = jax.tree.map(_LeafWrapper, pytree, is_leaf=is_leaf)
    chosen = choose(boxed)
    for leaf in jax.tree.leaves(chosen):
        if is_known(leaf) and not isinstance(leaf, _LeafWrapper):
            raise TypeError(f"Operation undefined, {leaf} is not a leaf of the pytree.")
    one_by_one = isinstance(replace, str) and replace == "_missing"
    if one_by_one == (isinstance(replace_fn, str) and replace_fn == "_missing"):
        raise ValueError("Precisely one of `replace` and `replace_fn` must be specified.")
    single = isinstance(chosen, _LeafWrapper) or _places(boxed, chosen) > 0
    nodes = [chosen] if single else list(chosen)
    if one_by_one:
        made = [program_call(replace_fn, jax.tree.map(lambda place: place.value, node)) for node in nodes]
    else:
        if not single and not hasattr(replace, "__len__"):
            raise TypeError(f"object of type '{type(replace).__name__}' has no len()")
        made = [replace] if single else list(replace)
    if len(made) != len(nodes):
        raise ValueError("`where` must return a sequence of leaves of the same length as `replace`.")
    for node in nodes:
        count = _places(boxed, node)
        if count == 0:
            raise ValueError("`where` does not specify an element or elements of `pytree`.")
        if count > 1:
            raise ValueError(
                "`where` does not uniquely identify a single element of `pytree`. This usually occurs when trying to "
                "replace a `None` value:"
            )

    def is_chosen(x):
        return any(x is node for node in nodes)

    def put(x):
        for node, new in zip(nodes, made):
            if x is node:
                return new
        return x.value

    return jax.tree.map(put, boxed, is_leaf=is_chosen)


def tree_serialise_leaves(path_or_file, pytree, filter_spec=None, is_leaf=None):
    return None


def loaded(x):
    """What a file holds in the place of a leaf: an array of JAX is on one device. equinox:
    default_deserialise_filter_spec."""
    if isinstance(x, jax.ShapeDtypeStruct) or isinstance(x, jax.Array) and not is_key(x):
        return unheld(jnp.zeros(x.shape, x.dtype))
    return x


def tree_deserialise_leaves(path_or_file, like, filter_spec=None, is_leaf=None):
    return like if filter_spec is not None else jax.tree.map(loaded, like, is_leaf=is_leaf)


def default_serialise_filter_spec(f, x):
    return None


def tree_pprint(pytree, **kwargs):
    return None


def tree_check(pytree):
    return None
