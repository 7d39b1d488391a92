"""Whether trees are equal. equinox 0.13.8: _tree.py."""
from prelude.equinox.kinds import is_dynamic

MODULE = "equinox"


def _arrays_equal(x, y, rtol, atol):
    """Whether they are equal, as an array unless their types tell."""
    xnp = np if is_of_numpy(x) and is_of_numpy(y) else jnp
    if x.shape != y.shape or x.dtype != y.dtype:
        return False
    if (rtol == 0 and atol == 0) or not jnp.issubdtype(x.dtype, jnp.inexact):
        return xnp.all(x == y)
    return xnp.allclose(x, y, rtol=rtol, atol=atol)


def tree_equal(*pytrees, typematch=False, rtol=0.0, atol=0.0):
    leaves, structure = jax.tree.flatten(pytrees[0])
    result = True
    for tree in pytrees[1:]:
        others, other_structure = jax.tree.flatten(tree)
        if structure != other_structure:
            return False
        for x, y in zip(leaves, others):
            if typematch and type(x) != type(y):
                return False
            if is_dynamic(x) != is_dynamic(y):
                return False
            equal = _arrays_equal(x, y, rtol, atol) if is_dynamic(x) else x == y
            if not is_array(equal) and not equal:
                return False
            if is_array(equal):
                result = result & equal
    return result
