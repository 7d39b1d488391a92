"""Arithmetic of trees, by the names of optax.tree_utils. optax 0.2.8: tree_utils/."""
from prelude.optax.tree_arithmetic import (
    add,
    add_scale,
    bias_correction,
    cast,
    clip,
    conj,
    div,
    full_like,
    max,
    mul,
    norm,
    ones_like,
    scale,
    sub,
    sum,
    update_moment,
    vdot,
    where,
    zeros_like,
)

MODULE = "optax.tree_utils"

tree_add = add
tree_add_scale = add_scale
tree_add_scalar_mul = add_scale
tree_bias_correction = bias_correction
tree_cast = cast
tree_clip = clip
tree_conj = conj
tree_div = div
tree_full_like = full_like
tree_max = max
tree_mul = mul
tree_norm = norm
tree_ones_like = ones_like
tree_scale = scale
tree_scalar_mul = scale
tree_sub = sub
tree_sum = sum
tree_update_moment = update_moment
tree_vdot = vdot
tree_where = where
tree_zeros_like = zeros_like


def tree_l2_norm(tree, squared=False):
    return norm(tree, 2, squared)


def tree_l1_norm(tree):
    return norm(tree, 1)


def tree_linf_norm(tree):
    return norm(tree, "inf")
