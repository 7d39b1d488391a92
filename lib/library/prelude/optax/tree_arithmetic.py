"""Arithmetic of trees, by optax.tree's names. optax 0.2.8: tree_utils/."""
from prelude.optax.base import tree_map
from prelude.optax.squares import abs_sq, square_of_parts

MODULE = "optax.tree"


def add(tree_x, tree_y, *other_trees):
    trees = (tree_x, tree_y) + other_trees
    return jax.tree.map(lambda *xs: functools.reduce(lambda x, y: x + y, xs), *trees)


def sub(tree_x, tree_y):
    return jax.tree.map(lambda x, y: x - y, tree_x, tree_y)


def mul(tree_x, tree_y):
    return jax.tree.map(lambda x, y: x * y, tree_x, tree_y)


def div(tree_x, tree_y):
    return jax.tree.map(lambda x, y: x / y, tree_x, tree_y)


def scale(scalar, tree):
    return jax.tree.map(lambda x: scalar * x, tree)


def add_scale(tree_x, scalar, tree_y):
    return tree_map(lambda x, y: x + scalar * y, tree_x, tree_y)


def sum(tree, associative_reduction=False):
    total = 0
    for x in jax.tree.leaves(tree):
        total = total + jnp.sum(x)
    return total


def max(tree):
    return functools.reduce(jnp.maximum, [jnp.max(x) for x in _filled_leaves(tree)], -float("inf"))


def min(tree):
    return functools.reduce(jnp.minimum, [jnp.min(x) for x in _filled_leaves(tree)], float("inf"))


def _filled_leaves(tree):
    return [x for x in jax.tree.leaves(tree) if jnp.size(x) != 0]


def size(tree):
    return functools.reduce(lambda count, x: count + jnp.size(x), jax.tree.leaves(tree), 0)


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
    if ord is not None and ord != 2:
        raise ValueError(f"Unsupported ord: {ord}")
    result = sum(jax.tree.map(square_of_parts, tree))
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
    rest = 1 - leaf_array(decay) ** leaf_array(count)  # of a jitted function
    return jax.tree.map(lambda t: t / rest.astype(t.dtype), moment)


def update_moment_per_elem_norm(updates, moments, decay, order):
    def power(g):
        if jnp.isrealobj(g):
            return g**order
        half = order / 2
        return abs_sq(g) ** (int(half) if half == int(half) else half)

    return tree_map(lambda g, t: (1 - decay) * power(g) + decay * t, updates, moments)


def update_infinity_moment(updates, moments, decay, eps):
    return tree_map(lambda g, t: jnp.maximum(jnp.abs(g) + eps, decay * t), updates, moments)


def real(tree):
    return jax.tree.map(jnp.real, tree)


def cast_like(tree, other_tree):
    return jax.tree.map(lambda t, o: t.astype(o.dtype) if hasattr(o, "dtype") else t, tree, other_tree)


def batch_shape(tree, shape=()):
    return jax.tree.map(lambda x: jnp.broadcast_to(x, (*shape, *jnp.shape(x))), tree)


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    parts = jax.tree.map(lambda x, y: jnp.allclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan), a, b)
    return functools.reduce(lambda x, y: x & y, jax.tree.leaves(parts), True)


def split_key_like(rng_key, target_tree):
    structure = jax.tree.structure(target_tree)
    return jax.tree.unflatten(structure, list(jax.random.split(rng_key, structure.num_leaves)))


def random_like(rng_key, target_tree, sampler=jax.random.normal, dtype=None):
    def draw(leaf, key):
        return program_call(sampler, key, leaf.shape, leaf.dtype if dtype is None else dtype)

    return jax.tree.map(draw, target_tree, split_key_like(rng_key, target_tree))


def unwrap_random_key_data(input_tree):
    return jax.tree.map(lambda x: jax.random.key_data(x) if is_key(x) else x, input_tree)


def _lower(x, y):
    both = jnp.promote_types(x, y)
    if both == x:
        return y
    if both == y:
        return x
    raise ValueError(
        f"Cannot compare dtype of dtype1={x!r} and dtype2={y!r}. Neither {x} nor {y} can be promoted to the other."
    )


def dtype(tree, mixed_dtype_handler=None):
    dtypes = [jnp.asarray(x).dtype for x in jax.tree.leaves(tree)]
    if not dtypes:
        return jnp.asarray([]).dtype
    if mixed_dtype_handler is None:
        if any([other != dtypes[0] for other in dtypes]):
            unknown("the dtype of a tree that has several")
        return dtypes[0]
    if mixed_dtype_handler == "promote":
        return functools.reduce(jnp.promote_types, dtypes)
    if mixed_dtype_handler == "lowest":
        return functools.reduce(_lower, dtypes)
    if mixed_dtype_handler == "highest":
        return functools.reduce(lambda x, y: y if _lower(x, y) == x else x, dtypes)
    raise ValueError(
        f"Invalid value for mixed_dtype_handler={mixed_dtype_handler!r}, possible values are: None, "
        '"promote", "highest", "lowest".'
    )
