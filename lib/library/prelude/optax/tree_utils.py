"""Arithmetic of trees, by the names of optax.tree_utils. optax 0.2.8: tree_utils/."""
from prelude.optax.params_maps import tree_map_params
from prelude.optax.tree_arithmetic import (
    add,
    add_scale,
    allclose,
    batch_shape,
    bias_correction,
    cast,
    cast_like,
    clip,
    conj,
    div,
    dtype,
    full_like,
    max,
    min,
    mul,
    norm,
    ones_like,
    random_like,
    real,
    scale,
    size,
    split_key_like,
    sub,
    sum,
    unwrap_random_key_data,
    update_infinity_moment,
    update_moment,
    update_moment_per_elem_norm,
    vdot,
    where,
    zeros_like,
)
from prelude.optax.tree_states import NamedTupleKey, get, get_all_with_path, set

MODULE = "optax.tree_utils"

tree_add = add
tree_add_scalar_mul = add_scale
tree_add_scale = add_scale
tree_allclose = allclose
tree_batch_shape = batch_shape
tree_bias_correction = bias_correction
tree_cast = cast
tree_cast_like = cast_like
tree_clip = clip
tree_conj = conj
tree_div = div
tree_dtype = dtype
tree_full_like = full_like
tree_get = get
tree_get_all_with_path = get_all_with_path
tree_max = max
tree_min = min
tree_mul = mul
tree_norm = norm
tree_ones_like = ones_like
tree_random_like = random_like
tree_real = real
tree_scalar_mul = scale
tree_scale = scale
tree_set = set
tree_size = size
tree_split_key_like = split_key_like
tree_sub = sub
tree_sum = sum
tree_unwrap_random_key_data = unwrap_random_key_data
tree_update_infinity_moment = update_infinity_moment
tree_update_moment = update_moment
tree_update_moment_per_elem_norm = update_moment_per_elem_norm
tree_vdot = vdot
tree_where = where
tree_zeros_like = zeros_like


def tree_l2_norm(tree, squared=False, *, ord=2):
    return norm(tree, ord, squared)


def tree_l1_norm(tree, *, ord=1, squared=False):
    return norm(tree, ord, squared)


def tree_linf_norm(tree, *, ord="inf", squared=False):
    return norm(tree, ord, squared)
