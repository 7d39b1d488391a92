"""Switching layers to inference. equinox 0.13.8: nn/_inference.py."""
from prelude.equinox.modules import Module
from prelude.equinox.trees import put_at

MODULE = "equinox.nn"


def _has_mode(x):
    return isinstance(x, Module) and "inference" in vars(x)


def _inferences(tree):
    """The fields of this name of the tree and of all that it is made of."""
    found = [tree.inference] if _has_mode(tree) else []

    def is_inner(x):
        return x is not tree and _has_mode(x)

    for x in jax.tree.leaves(tree, is_leaf=is_inner):
        if is_inner(x):
            found += _inferences(x)
    return found


def inference_mode(pytree, value=True):
    return put_at(_inferences, pytree, replace_fn=lambda _: value)
