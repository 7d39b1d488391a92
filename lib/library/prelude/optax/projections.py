"""Projections onto sets. optax 0.2.8: projections/_projections.py."""
from prelude.optax.tree_utils import (
    tree_add_scale,
    tree_full_like,
    tree_mul,
    tree_norm,
    tree_scale,
    tree_vdot,
)

MODULE = "optax.projections"


def projection_non_negative(tree):
    return jax.tree.map(jax.nn.relu, tree)


def projection_box(tree, lower, upper):
    return jax.tree.map(jnp.clip, tree, lower, upper)


def projection_hypercube(tree, scale=1):
    return projection_box(tree, lower=0, upper=scale)


def projection_simplex(tree, scale=1):
    values, unravel = jax.flatten_util.ravel_pytree(tree)
    values = values / scale
    ordered = jnp.sort(values)[::-1]
    sums = jnp.cumsum(ordered)
    places = jnp.arange(values.shape[0]) + 1
    count = jnp.count_nonzero(1 / places + (ordered - sums / places) > 0)
    return unravel(scale * jax.nn.relu(1 / count + (values - sums[count - 1] / count)))


def projection_l1_sphere(tree, scale=1):
    positive = projection_simplex(jax.tree.map(jnp.abs, tree), scale)
    return tree_mul(jax.tree.map(jnp.sign, tree), positive)


def projection_l1_ball(tree, scale=1):
    inside = tree_norm(tree, ord=1) <= scale
    return lax.cond(inside, lambda t: t, lambda t: projection_l1_sphere(t, scale), operand=tree)


def projection_l2_sphere(tree, scale=1):
    return tree_scale(scale / tree_norm(tree), tree)


def projection_l2_ball(tree, scale=1):
    squares = tree_norm(tree, squared=True)
    return tree_scale(scale / jnp.sqrt(jnp.maximum(squares, scale**2)), tree)


def projection_linf_ball(tree, scale=1):
    return projection_box(tree, lower=tree_full_like(tree, -scale), upper=tree_full_like(tree, scale))


def projection_vector(x, a):
    return tree_scale(tree_vdot(x, a) / tree_vdot(a, a), a)


def projection_hyperplane(x, a, b):
    return tree_add_scale(x, (b - tree_vdot(x, a)) / tree_vdot(a, a), a)


def projection_halfspace(x, a, b):
    return tree_add_scale(x, jnp.clip((b - tree_vdot(x, a)) / tree_vdot(a, a), max=0), a)
