"""Sophia, with an estimate of the Hessian's diagonal. optax 0.2.8: contrib/_sophia.py."""
from prelude.optax.base import (
    GradientTransformationExtraArgs, cast, counter, with_extra_args_support, zeros
)
from prelude.optax.combining import chain
from prelude.optax.numerics import safe_int32_increment
from prelude.optax.scaling import add_decayed_weights, scale_by_learning_rate
from prelude.optax.tree_arithmetic import random_like
from prelude.optax.tree_utils import tree_bias_correction, tree_cast, tree_dtype, tree_update_moment

MODULE = "optax.contrib"

HutchinsonState = named_tuple_class("HutchinsonState", ["key"], [])
SophiaState = named_tuple_class("SophiaState", ["count", "mu", "nu", "hessian_fn_state"], [])


def hutchinson_estimator_diag_hessian(random_seed=None):
    def init_fn(params):
        return HutchinsonState(key=jax.random.PRNGKey(0) if random_seed is None else random_seed)

    def update_fn(updates, state, params=None, obj_fn=None, **extra_args):
        if params is None:
            raise ValueError("params must be provided to hutchinson update function.")
        if obj_fn is None:
            raise ValueError("obj_fn must be provided to hutchinson update function.")
        key, subkey = jax.random.split(state.key)
        signs = random_like(subkey, params, jax.random.rademacher, dtype=jnp.float32)
        signs = tree_cast(signs, tree_dtype(params, "lowest"))
        products = jax.jvp(jax.grad(obj_fn), (params,), (signs,))[1]
        return jax.tree.map(lambda h, r: h * r, products, signs), HutchinsonState(key=key)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def _scale_by_sophia(b1, b2, eps, gamma, clip_threshold, update_interval, hessian_diagonal_fn, mu_dtype):
    estimate = with_extra_args_support(hessian_diagonal_fn)

    def init_fn(params):
        return SophiaState(counter(), zeros(params, mu_dtype), zeros(params), estimate.init(params))

    def update_fn(updates, state, params=None, **extra_args):
        if params is None:
            raise ValueError("params must be provided to sophia's update function.")
        count = safe_int32_increment(state.count)
        mu = tree_update_moment(updates, state.mu, b1, 1)
        hat = tree_bias_correction(mu, b1, count)
        made = jax.tree.map(lambda m, h: m / jnp.maximum(gamma * h, eps), hat, state.nu)
        if clip_threshold is not None:
            made = jax.tree.map(lambda u: jnp.clip(u, -clip_threshold, clip_threshold), made)

        def estimated(inner, nu):
            diagonal, inner = estimate.update(updates, inner, params=params, **extra_args)
            return inner, tree_update_moment(diagonal, nu, b2, 1)

        inner, nu = lax.cond(
            jnp.equal(state.count % update_interval, 0),
            estimated,
            lambda inner, nu: (inner, nu),
            state.hessian_fn_state,
            state.nu,
        )
        return made, SophiaState(count, cast(mu, mu_dtype), nu, inner)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def sophia(
    learning_rate,
    b1=0.965,
    b2=0.99,
    eps=1e-8,
    weight_decay=1e-4,
    weight_decay_mask=None,
    gamma=0.01,
    clip_threshold=1.0,
    update_interval=10,
    hessian_diagonal_fn=None,
    mu_dtype=None,
    verbose=False,
    print_win_rate_every_n_steps=0,
):
    diagonal = hutchinson_estimator_diag_hessian() if hessian_diagonal_fn is None else hessian_diagonal_fn
    return chain(
        _scale_by_sophia(b1, b2, eps, gamma, clip_threshold, update_interval, diagonal, mu_dtype),
        add_decayed_weights(weight_decay, mask=weight_decay_mask),
        scale_by_learning_rate(learning_rate),
    )
