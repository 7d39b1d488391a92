"""A call of a function with some of its arguments, which is a node of trees. JAX: tree_util.py Partial."""
MODULE = "jax.tree_util"


class Partial:
    def __init__(self, func, *args, **kw):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        assert _registered is None
        self.func, self.args, self.keywords = func, args, kw

    def __call__(self, *args, **kwargs):
        return self.func(*self.args, *args, **{**self.keywords, **kwargs})


_registered = jax.tree_util.register_pytree_node(
    Partial,
    lambda partial: ((partial.args, partial.keywords), partial.func),
    lambda func, children: Partial(func, *children[0], **children[1]))
