"""Modules around modules. equinox 0.13.8: nn/_weight_norm.py, _shared.py."""
from prelude.equinox.equality import tree_equal
from prelude.equinox.modules import Module, field
from prelude.equinox.transforms import filter_eval_shape
from prelude.equinox.trees import put_at, tree_at

MODULE = "equinox.nn"


def _norm(v, axis):
    def norm(x):
        return jnp.linalg.norm(x, keepdims=True)

    return norm(v) if axis is None else jax.vmap(norm, in_axes=axis, out_axes=axis)(v)


class WeightNorm(Module):
    layer: object
    g: object
    weight_name: str = field(static=True)
    axis: object = field(static=True)

    def __init__(self, layer, weight_name="weight", axis=0):
        self.layer = layer
        self.weight_name = weight_name
        self.axis = axis
        try:
            self.g = _norm(getattr(layer, weight_name), axis)
        except AttributeError as error:
            raise error

    def __call__(self, x, *, key=None):
        v = getattr(self.layer, self.weight_name)
        weight = v * self.g / _norm(v, self.axis)
        return put_at(lambda inner: getattr(inner, self.weight_name), self.layer, weight)(x)


class SharedNode:
    pass


class Shared(Module):
    pytree: object
    where: object
    get: object

    def __init__(self, pytree, where, get):
        source, destination = filter_eval_shape(get, pytree), filter_eval_shape(where, pytree)
        if tree_equal(source, destination) is not True:
            raise ValueError(
                "Every node being shared together must have the same pytree structure, shape+dtype of arrays, etc., as "
                f"each other. Got:\n{source}\nand\n{destination}"
            )
        self.pytree = tree_at(where, pytree, replace_fn=lambda _: SharedNode())
        self.where = where
        self.get = get

    def __call__(self):
        return tree_at(self.where, self.pytree, program_call(self.get, self.pytree))
