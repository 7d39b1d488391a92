"""Optimizers that find their own step size. optax 0.2.8: contrib/_prodigy.py, _dadapt_adamw.py, _dog.py,
_cocob.py, _madgrad.py, _reduce_on_plateau.py."""
from prelude.optax.base import (
    GradientTransformation,
    GradientTransformationExtraArgs,
    counter,
    identity,
    increment,
    need_params,
    require_keywords,
    zeros,
)
from prelude.optax.combining import chain
from prelude.optax.scaling import add_decayed_weights, scale_by_learning_rate
from prelude.optax.tree_utils import tree_dtype, tree_norm, tree_scale, tree_sub, tree_sum, tree_vdot

MODULE = "optax.contrib"

ProdigyState = named_tuple_class(
    "ProdigyState",
    ["exp_avg", "exp_avg_sq", "grad_sum", "params0", "estim_lr", "numerator_weighted", "count"],
    [],
)
DAdaptAdamWState = named_tuple_class(
    "DAdaptAdamWState", ["exp_avg", "exp_avg_sq", "grad_sum", "estim_lr", "numerator_weighted", "count"], []
)
DoGState = named_tuple_class("DoGState", ["is_init_step", "init_params", "max_dist", "sum_sq_norm_grads"], [])
DoWGState = named_tuple_class("DoWGState", ["init_params", "weighted_sq_norm_grads", "estim_sq_dist"], [])
COCOBState = named_tuple_class(
    "COCOBState", ["init_particles", "cumulative_gradients", "scale", "subgradients", "reward"], []
)
MadgradState = named_tuple_class("MadgradState", ["count", "grad_sum_sq", "s", "x0"], [])
ReduceLROnPlateauState = named_tuple_class(
    "ReduceLROnPlateauState",
    ["scale", "best_value", "plateau_count", "cooldown_count", "count", "avg_value"],
    [],
)


def _at(learning_rate, count):
    return learning_rate(count) if callable(learning_rate) else learning_rate


def prodigy(
    learning_rate=1.0,
    betas=(0.9, 0.999),
    beta3=None,
    eps=1e-8,
    estim_lr0=1e-6,
    estim_lr_coef=1.0,
    weight_decay=0.0,
    safeguard_warmup=False,
):
    beta1, beta2 = betas
    beta3 = beta2**0.5 if beta3 is None else beta3

    def init_fn(params):
        dtype = tree_dtype(params, "lowest")
        return ProdigyState(
            zeros(params), zeros(params), zeros(params), params, jnp.asarray(estim_lr0, dtype=dtype),
            jnp.zeros((), dtype=dtype), counter()
        )

    def update_fn(updates, state, params=None, **extra_args):
        need_params(params)
        count = increment(state.count)
        estim = state.estim_lr
        corrected = (1 - beta2**count) ** 0.5 / (1 - beta1**count)
        dlr = jnp.asarray(estim * _at(learning_rate, state.count) * corrected, dtype=estim.dtype)
        dg = jax.tree.map(lambda g: estim * g, updates)
        moved = tree_vdot(updates, tree_sub(state.params0, params))
        first = jax.tree.map(lambda ea, d: beta1 * ea + (1 - beta1) * d, state.exp_avg, dg)
        second = jax.tree.map(lambda eas, d: beta2 * eas + (1 - beta2) * d * d, state.exp_avg_sq, dg)
        rate = estim if safeguard_warmup else dlr
        grad_sum = jax.tree.map(lambda sk, d: beta3 * sk + rate * d / estim_lr0, state.grad_sum, dg)
        numerator = beta3 * state.numerator_weighted + estim / estim_lr0 * dlr * moved
        denominator = tree_sum(jax.tree.map(jnp.abs, grad_sum))
        later = jnp.maximum(state.estim_lr, estim_lr_coef * numerator / denominator)
        made = jax.tree.map(
            lambda ea, eas, p: -weight_decay * dlr * p - dlr * ea / (jnp.sqrt(eas) + later * eps),
            first, second, params
        )
        return made, ProdigyState(first, second, grad_sum, state.params0, later, numerator, count)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def dadapt_adamw(learning_rate=1.0, betas=(0.9, 0.999), eps=1e-8, estim_lr0=1e-6, weight_decay=0.0):
    beta1, beta2 = betas
    root = beta2**0.5

    def init_fn(params):
        dtype = tree_dtype(params, "lowest")
        return DAdaptAdamWState(
            zeros(params), zeros(params), zeros(params), jnp.asarray(estim_lr0, dtype=dtype),
            jnp.zeros([], dtype=dtype), counter()
        )

    def update_fn(updates, state, params=None, **extra_args):
        need_params(params)
        count = increment(state.count)
        corrected = (1 - beta2**count) ** 0.5 / (1 - beta1**count)
        dlr = (state.estim_lr * _at(learning_rate, state.count) * corrected).astype(state.numerator_weighted.dtype)
        weighted = jax.tree.map(lambda sk, eas: sk / (jnp.sqrt(eas) + eps), state.grad_sum, state.exp_avg_sq)
        moved = tree_vdot(updates, weighted)
        first = jax.tree.map(lambda ea, g: beta1 * ea + (1 - beta1) * dlr * g, state.exp_avg, updates)
        second = jax.tree.map(lambda eas, g: beta2 * eas + (1 - beta2) * g * g, state.exp_avg_sq, updates)
        grad_sum = jax.tree.map(lambda sk, g: root * sk + (1 - root) * dlr * g, state.grad_sum, updates)
        numerator = root * state.numerator_weighted + (1 - root) * dlr * moved
        total = tree_sum(jax.tree.map(jnp.abs, grad_sum))
        later = jnp.maximum(state.estim_lr, numerator / ((1 - root) * total))
        made = jax.tree.map(
            lambda ea, eas, p: -weight_decay * dlr * p - ea / (jnp.sqrt(eas) + eps), first, second, params
        )
        return made, DAdaptAdamWState(first, second, grad_sum, later, numerator, count)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def scale_by_dog(init_step, eps=1e-8):
    kind, value = init_step

    def init_fn(params):
        if kind not in ("distance", "heuristic", "learning_rate"):
            raise ValueError(f"Invalid init_step specification for scale_by_dog: init_step_type={kind!r}")
        first = 0.0 if kind == "learning_rate" else value
        if kind == "heuristic":
            first = value * (1 + tree_norm(params))
        dtype = tree_dtype(params, "lowest")
        return DoGState(
            jnp.asarray(True), params, jnp.asarray(first, dtype=dtype), jnp.asarray(0.0, dtype=dtype)
        )

    def update_fn(updates, state, params):
        most = jnp.maximum(state.max_dist, tree_norm(tree_sub(state.init_params, params)))
        squares = state.sum_sq_norm_grads + tree_norm(updates, squared=True)
        rate = most / jnp.sqrt(squares + eps)
        if kind == "learning_rate":
            rate = jnp.where(state.is_init_step, value, rate)
        return tree_scale(rate, updates), DoGState(jnp.asarray(False), state.init_params, most, squares)

    return GradientTransformation(init_fn, update_fn)


def _decayed(transformation, learning_rate, weight_decay, mask):
    first = identity() if weight_decay is None else add_decayed_weights(weight_decay, mask)
    return chain(first, transformation, scale_by_learning_rate(learning_rate))


def dog(learning_rate=1.0, init_step=("heuristic", 1e-6), eps=1e-8, weight_decay=None, mask=None):
    return _decayed(scale_by_dog(init_step, eps), learning_rate, weight_decay, mask)


def scale_by_dowg(init_estim_sq_dist=None, eps=1e-4):
    def init_fn(params):
        first = eps if init_estim_sq_dist is None else init_estim_sq_dist
        dtype = tree_dtype(params, "lowest")
        return DoWGState(params, jnp.asarray(0.0, dtype=dtype), jnp.asarray(first, dtype=dtype))

    def update_fn(updates, state, params):
        distance = tree_norm(tree_sub(state.init_params, params), squared=True)
        most = jnp.maximum(state.estim_sq_dist, distance)
        squares = most * tree_norm(updates, squared=True) + state.weighted_sq_norm_grads
        return tree_scale(most / (jnp.sqrt(squares) + eps), updates), DoWGState(state.init_params, squares, most)

    return GradientTransformation(init_fn, update_fn)


def dowg(learning_rate=1.0, init_estim_sq_dist=None, eps=1e-4, weight_decay=None, mask=None):
    return _decayed(scale_by_dowg(init_estim_sq_dist, eps), learning_rate, weight_decay, mask)


def scale_by_cocob(alpha=100.0, eps=1e-8):
    def init_fn(params):
        none = zeros(params)
        return COCOBState(params, none, jax.tree.map(lambda x: eps * jnp.ones_like(x), params), none, none)

    def update_fn(updates, state, params):
        first, sums, scale, subgradients, reward = state
        scale = jax.tree.map(lambda s, c: jnp.maximum(s, jnp.abs(c)), scale, updates)
        subgradients = jax.tree.map(lambda s, c: s + jnp.abs(c), subgradients, updates)
        reward = jax.tree.map(lambda r, c, p, p0: jnp.maximum(r - c * (p - p0), 0), reward, updates, params, first)
        sums = jax.tree.map(lambda s, c: s - c, sums, updates)
        made = jax.tree.map(
            lambda p, p0, c, s, g, r: -p + (p0 + c / (s * jnp.maximum(g + s, alpha * s)) * (s + r)),
            params, first, sums, scale, subgradients, reward
        )
        return made, COCOBState(first, sums, scale, subgradients, reward)

    return GradientTransformation(init_fn, update_fn)


def cocob(learning_rate=1.0, alpha=100.0, eps=1e-8, weight_decay=0.0, mask=None):
    return chain(
        add_decayed_weights(weight_decay, mask),
        scale_by_learning_rate(learning_rate, flip_sign=False),
        scale_by_cocob(alpha, eps),
    )


def scale_by_madgrad(learning_rate, momentum=0.9, eps=1e-6):
    def init_fn(params):
        return MadgradState(counter(), zeros(params), zeros(params), params)

    def update_fn(updates, state, params=None):
        need_params(params)
        rate = (_at(learning_rate, state.count) + eps) * jnp.sqrt(state.count + 1)
        squares = jax.tree.map(lambda s, g: s + (rate * g**2).astype(g.dtype), state.grad_sum_sq, updates)
        sums = jax.tree.map(lambda s, g: s + (rate * g).astype(g.dtype), state.s, updates)
        made = jax.tree.map(
            lambda x0, s, q, p: (1 - momentum) * (x0 - s / (jnp.cbrt(q) + eps)) + momentum * p - p,
            state.x0, sums, squares, params
        )
        return made, MadgradState(increment(state.count), squares, sums, state.x0)

    return GradientTransformation(init_fn, update_fn)


def madgrad(learning_rate, momentum=0.9, weight_decay=0.0, eps=1e-6):
    return chain(add_decayed_weights(weight_decay), scale_by_madgrad(learning_rate, momentum, eps))


def _check_plateau(factor, rtol, atol):
    if factor <= 0.0 or factor >= 1.0:
        raise ValueError(f"Factor must be in the range (0, 1), got factor = {factor}.")
    if rtol < 0.0 or atol < 0.0:
        raise ValueError(f"Both rtol and atol must be non-negative, got rtol = {rtol} and atol = {atol}.")
    if rtol == 0.0 and atol == 0.0:
        raise ValueError(f"At least one of rtol or atol must be positive, got rtol = {rtol} and atol = {atol}.")
    if rtol > 1.0:
        raise ValueError(f"rtol must be less than or equal to 1.0, got rtol = {rtol}.")


def reduce_on_plateau(
    factor=0.1, patience=10, rtol=1e-4, atol=0.0, cooldown=0, accumulation_size=1, min_scale=0.0
):
    _check_plateau(factor, rtol, atol)

    def init_fn(params):
        lowest, highest = tree_dtype(params, "lowest"), tree_dtype(params, "highest")
        return ReduceLROnPlateauState(
            scale=jnp.asarray(1.0, dtype=lowest),
            best_value=jnp.asarray(float("inf"), dtype=highest),
            plateau_count=counter(),
            cooldown_count=counter(),
            count=counter(),
            avg_value=jnp.asarray(0.0, highest),
        )

    def rescaled(state):
        improved = state.avg_value < (1 - rtol) * state.best_value - atol
        stays = jnp.where(improved, 0, increment(state.plateau_count))
        over = stays == patience
        smaller = jnp.maximum(jnp.where(over, state.scale * factor, state.scale), min_scale)
        cools = state.cooldown_count > 0
        return ReduceLROnPlateauState(
            scale=jnp.where(cools, state.scale, smaller),
            best_value=jnp.where(improved, state.avg_value, state.best_value),
            plateau_count=jnp.where(cools | over, 0, stays).astype(jnp.int32),
            cooldown_count=jnp.where(cools, state.cooldown_count - 1, jnp.where(over, cooldown, 0)).astype(jnp.int32),
            count=counter(),
            avg_value=jnp.zeros_like(state.avg_value),
        )

    def update_fn(updates, state, params=None, *, value=None, **extra_args):
        require_keywords("reduce_on_plateau.<locals>.update_fn", {"value": value})
        count = increment(state.count)
        average = (state.count * state.avg_value + jnp.astype(value, state.avg_value.dtype)) / count
        state = state._replace(avg_value=average.astype(state.avg_value.dtype), count=count)
        state = lax.cond(count == accumulation_size, rescaled, lambda x: x, state)
        return jax.tree.map(lambda g: state.scale * g, updates), state

    return GradientTransformationExtraArgs(init_fn, update_fn)
