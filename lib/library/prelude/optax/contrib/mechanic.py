"""A learned scale around another optimizer. optax 0.2.8: contrib/_mechanic.py."""
from prelude.optax.base import (
    GradientTransformationExtraArgs, counter, increment, need_params, with_extra_args_support
)
from prelude.optax.tree_utils import tree_dtype, tree_norm, tree_vdot

MODULE = "optax.contrib"

MechanicState = named_tuple_class("MechanicState", ["base_optimizer_state", "count", "r", "m", "v", "s", "x0"], [])


def mechanize(base_optimizer, weight_decay=1e-2, eps=1e-8, s_init=1e-6, num_betas=6):
    base_optimizer = with_extra_args_support(base_optimizer)

    def init_fn(params):
        dtype = tree_dtype(params, "lowest")
        r, v, m = [jnp.zeros([num_betas], dtype=dtype) for _ in range(3)]
        s = jnp.ones([num_betas], dtype=dtype) * s_init
        return MechanicState(base_optimizer.init(params), counter(), r, m, v, s, params)

    def update_fn(updates, state, params=None, **extra_args):
        need_params(params)
        steps, inner = base_optimizer.update(updates, state.base_optimizer_state, params, **extra_args)
        x0 = lax.cond(state.count == 0, lambda: params, lambda: state.x0)
        total = jnp.sum(state.s)
        factor = weight_decay * total * tree_norm(updates) / (tree_norm(params) + eps)
        updates = jax.tree.map(lambda g, p: g + factor * p, updates, params)
        moved = jax.tree.map(lambda p, x: (x - p) / (total + eps), params, x0)
        delta = jax.tree.map(lambda d, u: d - u, moved, steps)
        h = tree_vdot(updates, moved)
        clipped = lax.clamp(-state.m, jnp.ones_like(state.m) * h, state.m)
        betas = jnp.array([1.0 - 0.1**k for k in range(1, num_betas + 1)], dtype=state.s.dtype)
        m = jnp.maximum(betas * state.m, jnp.abs(h) + eps)
        v = (betas**2) * state.v + h**2
        r = betas * state.r + clipped * state.s
        wealth = (s_init / jnp.size(betas)) * m + jnp.maximum(0.0, r)
        s = wealth / (jnp.sqrt(v) + eps)
        later = jax.tree.map(lambda x, d: x - jnp.sum(s) * d, x0, delta)
        made = jax.tree.map(lambda new, old: new - old, later, params)
        return made, MechanicState(inner, increment(state.count), r, m, v, s, x0)

    return GradientTransformationExtraArgs(init_fn, update_fn)
