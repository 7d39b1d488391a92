"""Arithmetic of trees, by optax.tree's names. optax 0.2.8: tree_utils/."""
from prelude.optax.base import tree_map

MODULE = "optax.tree"


def add(tree_x, tree_y, *other_trees):
    trees = (tree_x, tree_y) + other_trees
    return tree_map(lambda *xs: functools.reduce(lambda x, y: x + y, xs), *trees)


def sub(tree_x, tree_y):
    return tree_map(lambda x, y: x - y, tree_x, tree_y)


def mul(tree_x, tree_y):
    return tree_map(lambda x, y: x * y, tree_x, tree_y)


def div(tree_x, tree_y):
    return tree_map(lambda x, y: x / y, tree_x, tree_y)


def scale(scalar, tree):
    return tree_map(lambda x: scalar * x, tree)


def add_scale(tree_x, scalar, tree_y):
    return tree_map(lambda x, y: x + scalar * y, tree_x, tree_y)


def sum(tree):
    total = 0
    for x in jax.tree.leaves(tree):
        total = total + jnp.sum(x)
    return total


def max(tree):
    return functools.reduce(jnp.maximum, [jnp.max(x) for x in jax.tree.leaves(tree)], -jnp.inf)


def vdot(tree_x, tree_y):
    parts = jax.tree.map(lambda x, y: jnp.vdot(x, y, precision=lax.Precision.HIGHEST), tree_x, tree_y)
    return functools.reduce(lambda a, b: a + b, jax.tree.leaves(parts), 0)


def norm(tree, ord=2, squared=False):
    if ord in (1, "1"):
        result = sum(jax.tree.map(jnp.abs, tree))
        return jnp.square(result) if squared else result
    if ord in ("inf", "infinity") or ord == float("inf"):
        result = max(jax.tree.map(jnp.abs, tree))
        return jnp.square(result) if squared else result
    result = sum(jax.tree.map(lambda x: jnp.square(jnp.abs(x)), tree))
    return result if squared else jnp.sqrt(result)


def zeros_like(tree, dtype=None):
    return jax.tree.map(lambda x: jnp.zeros_like(x, dtype=dtype), tree)


def ones_like(tree, dtype=None):
    return jax.tree.map(lambda x: jnp.ones_like(x, dtype=dtype), tree)


def full_like(tree, fill_value, dtype=None):
    return jax.tree.map(lambda x: jnp.full_like(x, fill_value, dtype=dtype), tree)


def clip(tree, min_value=None, max_value=None):
    return jax.tree.map(lambda x: jnp.clip(x, min_value, max_value), tree)


def conj(tree):
    return jax.tree.map(jnp.conj, tree)


def cast(tree, dtype):
    return tree if dtype is None else jax.tree.map(lambda x: x.astype(dtype), tree)


def where(condition, tree_x, tree_y):
    return jax.tree.map(lambda x, y: jnp.where(condition, x, y), tree_x, tree_y)


def update_moment(updates, moments, decay, order):
    return tree_map(lambda g, t: (1 - decay) * (g**order) + decay * t, updates, moments)


def bias_correction(moment, decay, count):
    rest = 1 - decay**count
    return jax.tree.map(lambda t: t / rest.astype(t.dtype), moment)
