"""Momentum whose step follows from the loss. optax 0.2.8: contrib/_momo.py."""
from prelude.optax.base import (
    GradientTransformationExtraArgs, counter, increment, need_params, require_keywords, zeros
)
from prelude.optax.tree_utils import tree_dtype, tree_norm, tree_vdot

MODULE = "optax.contrib"

MomoState = named_tuple_class("MomoState", ["exp_avg", "barf", "gamma", "lb", "count"], [])
MomoAdamState = named_tuple_class("MomoAdamState", ["exp_avg", "exp_avg_sq", "barf", "gamma", "lb", "count"], [])


def _averaged(decay, averages, values):
    return jax.tree.map(lambda ea, g: decay * ea + (1 - decay) * g, averages, values)


def _scalars(params, lower_bound):
    dtype = tree_dtype(params, "lowest")
    return jnp.zeros([], dtype=dtype), jnp.zeros([], dtype=dtype), jnp.array(lower_bound, dtype=dtype), counter()


def _require(title, params, value):
    if value is None:
        require_keywords(f"{title}.<locals>.update_fn", {"value": value})
    need_params(params)


def _step(most, model, lower, product, norm, decay):
    """The step, none where the average gradient vanishes; and what the loss is bounded by from then on."""
    taken = jnp.maximum((1 + decay) * (model - lower) + product, 0.0) / norm
    return jnp.minimum(most, jnp.where(norm <= jnp.finfo(float).eps, 0.0, taken))


def _bound(adapt, bound, lower_bound, cap, scale, decay):
    if not adapt:
        return bound
    low = jnp.maximum(cap / (2 * scale * (1 + decay)), lower_bound)
    return jnp.where(cap < (1 + decay) * scale * bound, low, bound)


def momo(learning_rate=1.0, beta=0.9, lower_bound=0.0, weight_decay=0.0, adapt_lower_bound=False):
    def init_fn(params):
        return MomoState(zeros(params), *_scalars(params, lower_bound))

    def update_fn(updates, state, params, *, value=None, **extra_args):
        _require("momo", params, value)
        bt = jnp.where(state.count == 0, 0.0, beta)
        barf = bt * state.barf + (1 - bt) * jnp.asarray(value, dtype=state.barf.dtype)
        average = _averaged(bt, state.exp_avg, updates)
        gamma = bt * state.gamma + (1 - bt) * tree_vdot(updates, params)
        norm = tree_norm(average, squared=True)
        product = tree_vdot(average, params)
        rate = learning_rate(state.count) if callable(learning_rate) else learning_rate
        decay = rate * weight_decay
        cap = (1 + decay) * (barf - gamma) + product
        lower = _bound(adapt_lower_bound, state.lb, lower_bound, cap, 1, decay)
        tau = _step(rate, barf - gamma, lower, product, norm, decay)
        made = jax.tree.map(lambda ea, p: -decay / (1 + decay) * p - tau * ea, average, params)
        later = state.lb
        if adapt_lower_bound:
            later = jnp.maximum((barf + product - gamma) - (1 / 2) * tau * norm, lower_bound)
        return made, MomoState(average, barf, gamma, later, increment(state.count))

    return GradientTransformationExtraArgs(init_fn, update_fn)


def momo_adam(
    learning_rate=1e-2, b1=0.9, b2=0.999, eps=1e-8, lower_bound=0.0, weight_decay=0.0, adapt_lower_bound=False
):
    def init_fn(params):
        return MomoAdamState(zeros(params), zeros(params), *_scalars(params, lower_bound))

    def update_fn(updates, state, params, *, value=None, **extra_args):
        _require("momo_adam", params, value)
        count = increment(state.count)
        barf = b1 * state.barf + (1 - b1) * jnp.asarray(value, dtype=state.barf.dtype)
        average = _averaged(b1, state.exp_avg, updates)
        squares = jax.tree.map(lambda eas, g: b2 * eas + (1 - b2) * g * g, state.exp_avg_sq, updates)
        second = jnp.asarray(1 - b2**count, dtype=barf.dtype)
        divisors = jax.tree.map(lambda eas: eps + jnp.sqrt(eas / second), squares)
        norm = tree_vdot(average, jax.tree.map(lambda ea, d: ea / d, average, divisors))
        gamma = b1 * state.gamma + (1 - b1) * tree_vdot(updates, params)
        product = tree_vdot(average, params)
        rate = learning_rate(state.count) if callable(learning_rate) else learning_rate
        decay = rate * weight_decay
        first = jnp.asarray(1 - b1**count, dtype=barf.dtype)
        cap = (1 + decay) * (barf - gamma) + product
        lower = _bound(adapt_lower_bound, state.lb, lower_bound, cap, first, decay)
        tau = _step(rate / first, barf - gamma, first * lower, product, norm, decay)
        made = jax.tree.map(lambda ea, d, p: -decay / (1 + decay) * p - tau * ea / d, average, divisors, params)
        later = state.lb
        if adapt_lower_bound:
            later = jnp.maximum(((barf + product - gamma) - (1 / 2) * tau * norm) / first, lower_bound)
        return made, MomoAdamState(average, squares, barf, gamma, later, count)

    return GradientTransformationExtraArgs(init_fn, update_fn)
