"""Directions that depend on more than the gradient. optax 0.2.8: _src/transform.py, _src/alias.py."""
from prelude.optax.aliases import sgd
from prelude.optax.base import (
    GradientTransformation,
    GradientTransformationExtraArgs,
    counter,
    empty_init,
    identity,
    increment,
    require_keywords,
    zeros,
)
from prelude.optax.combining import chain
from prelude.optax.linesearch import scale_by_zoom_linesearch
from prelude.optax.moments import ema, scale_by_adam
from prelude.optax.scaling import add_decayed_weights, scale, scale_by_learning_rate, scale_by_sign
from prelude.optax.tree_arithmetic import (
    add_scale,
    bias_correction,
    cast,
    cast_like,
    div,
    full_like,
    norm,
    real,
    sub,
    update_moment,
    update_moment_per_elem_norm,
    vdot,
    where,
)
from prelude.optax.tree_utils import tree_scale

MODULE = "optax"

ScaleByLBFGSState = named_tuple_class(
    "ScaleByLBFGSState",
    ["count", "params", "updates", "diff_params_memory", "diff_updates_memory", "weights_memory"],
    [],
)
ScaleByRpropState = named_tuple_class("ScaleByRpropState", ["step_sizes", "prev_updates"], [])
ScaleByAdanState = named_tuple_class("ScaleByAdanState", ["m", "v", "n", "g", "t"], [])
ScaleByOptimisticGradientState = named_tuple_class(
    "ScaleByOptimisticGradientState", ["is_initial_step", "previous_gradient"], []
)
ScaleByDistanceOverGradientsState = named_tuple_class(
    "ScaleByDistanceOverGradientsState", ["max_dist", "grad_sum_of_squares", "init_params"], []
)


def scale_by_polyak(f_min=0.0, max_learning_rate=1.0, eps=0.0, variant="sps"):
    def update_fn(updates, state, params=None, *, value=None, **extra_args):
        require_keywords("scale_by_polyak.<locals>.update_fn", {"value": value})
        squares = norm(updates, squared=True)
        gap = jnp.array(value - f_min).astype(squares.dtype)
        if variant == "sps+":
            gap = jax.nn.relu(gap)
        elif variant != "sps":
            raise ValueError(f"Invalid argument value for Polyak SGD: variant={variant!r}")
        step = jnp.minimum(gap / (squares + eps), max_learning_rate)
        step = jnp.where(squares + eps <= jnp.finfo(float).eps, jnp.array(0.0), step)
        return tree_scale(step, updates), state

    return GradientTransformationExtraArgs(empty_init, update_fn)


def polyak_sgd(max_learning_rate=1.0, scaling=1.0, f_min=0.0, eps=0.0, variant="sps"):
    return chain(
        sgd(learning_rate=scaling),
        scale_by_polyak(max_learning_rate=max_learning_rate, f_min=f_min, eps=eps, variant=variant),
    )


def _products(updates, memories, weights, indices, identity_scale):
    """The updates times the approximation of the inverse Hessian."""

    def parts(index):
        return jax.tree.map(lambda x: x[index], memories)

    def right(vec, index):
        dw, du = parts(index)
        alpha = weights[index] * real(vdot(dw, vec))
        return cast_like(add_scale(vec, -alpha, du), vec), alpha

    def left(vec, pair):
        dw, du = parts(pair[0])
        beta = weights[pair[0]] * real(vdot(du, vec))
        return cast_like(add_scale(vec, pair[1] - beta, dw), vec), beta

    vec, alphas = lax.scan(right, updates, indices, reverse=True)
    return lax.scan(left, tree_scale(identity_scale, vec), (indices, alphas))[0]


def scale_by_lbfgs(memory_size=10, scale_init_precond=True):
    if memory_size < 1:
        raise ValueError("memory_size must be >= 1")

    def init_fn(params):
        stacked = jax.tree.map(lambda leaf: jnp.zeros((memory_size,) + leaf.shape, dtype=leaf.dtype), params)
        return ScaleByLBFGSState(
            jnp.asarray(0, dtype=jnp.int32), zeros(params), zeros(params), stacked, stacked, jnp.zeros(memory_size)
        )

    def identity_scale(updates, diff_updates, diff_params, count):
        if not scale_init_precond:
            return 1.0
        below = norm(diff_updates, squared=True)
        ratio = jnp.where(below > 0.0, real(vdot(diff_updates, diff_params)) / below, 1.0)
        return jnp.where(count > 0, ratio, jnp.minimum(1.0, 1.0 / norm(lax.stop_gradient(updates))))

    def update_fn(updates, state, params):
        at, before = state.count % memory_size, (state.count - 1) % memory_size
        diff_params, diff_updates = sub(params, state.params), sub(updates, state.updates)
        product = real(vdot(diff_updates, diff_params))
        weight = jnp.where(product == 0.0, 0.0, 1.0 / product)
        new = jax.tree.map(
            lambda x: jnp.where(state.count > 0, x, jnp.zeros_like(x)), (diff_params, diff_updates, weight)
        )
        old = (state.diff_params_memory, state.diff_updates_memory, state.weights_memory)
        memories = jax.tree.map(lambda x, y: x.at[before].set(y), old, new)
        scaling = identity_scale(updates, new[1], new[0], state.count)
        indices = (at + jnp.arange(memory_size)) % memory_size
        made = _products(updates, memories[:2], memories[2], indices, scaling)
        return made, ScaleByLBFGSState(increment(state.count), params, updates, *memories)

    return GradientTransformation(init_fn, update_fn)


def lbfgs(learning_rate=None, memory_size=10, scale_init_precond=True, linesearch="zoom"):
    if isinstance(linesearch, str):
        linesearch = scale_by_zoom_linesearch(max_linesearch_steps=20, initial_guess_strategy="one")
    return chain(
        scale_by_lbfgs(memory_size=memory_size, scale_init_precond=scale_init_precond),
        scale(-1.0) if learning_rate is None else scale_by_learning_rate(learning_rate),
        identity() if linesearch is None else linesearch,
    )


def scale_by_rprop(learning_rate, eta_minus=0.5, eta_plus=1.2, min_step_size=1e-6, max_step_size=50.0):
    def init_fn(params):
        return ScaleByRpropState(full_like(params, learning_rate), zeros(params))

    def update_fn(updates, state, params=None):
        def next_size(s, size):
            factor = jnp.where(s > 0, eta_plus, eta_minus)
            return jnp.where(s == 0, size, jnp.clip(size * factor, min=min_step_size, max=max_step_size))

        sign = jax.tree.map(lambda g, old: g * old, updates, state.prev_updates)
        sizes = jax.tree.map(next_size, sign, state.step_sizes)
        kept = jax.tree.map(
            lambda s, g, size: jnp.where(s < 0, jnp.zeros_like(g), size * jnp.sign(g)), sign, updates, sizes
        )
        made = jax.tree.map(lambda s, g, old: jnp.where(s < 0, jnp.zeros_like(old), old), sign, kept, state.prev_updates)
        return made, ScaleByRpropState(sizes, kept)

    return GradientTransformation(init_fn, update_fn)


def rprop(learning_rate, eta_minus=0.5, eta_plus=1.2, min_step_size=1e-6, max_step_size=50.0):
    return chain(scale_by_rprop(learning_rate, eta_minus, eta_plus, min_step_size, max_step_size), scale(-1.0))


def scale_by_adan(b1=0.98, b2=0.92, b3=0.99, eps=1e-8, eps_root=0.0):
    def init_fn(params):
        return ScaleByAdanState(zeros(params), zeros(params), zeros(params), zeros(params), counter())

    def update_fn(updates, state, params=None):
        diff = where(state.t == 0, zeros(updates), sub(updates, state.g))
        m = update_moment(updates, state.m, b1, 1)
        v = update_moment(diff, state.v, b2, 1)
        n = update_moment_per_elem_norm(add_scale(updates, 1 - b2, diff), state.n, b3, 2)
        t = increment(state.t)
        ahead = add_scale(bias_correction(m, b1, t), 1 - b2, bias_correction(v, b2, t))
        below = jax.tree.map(lambda x: jnp.sqrt(x + eps_root) + eps, bias_correction(n, b3, t))
        return div(ahead, below), ScaleByAdanState(m, v, n, updates, t)

    return GradientTransformation(init_fn, update_fn)


def adan(learning_rate, b1=0.98, b2=0.92, b3=0.99, eps=1e-8, eps_root=1e-8, weight_decay=0.0, mask=None):
    return chain(
        scale_by_adan(b1, b2, b3, eps, eps_root),
        add_decayed_weights(weight_decay, mask),
        scale_by_learning_rate(learning_rate),
    )


def signum(learning_rate, beta=0.9, accumulator_dtype=None):
    averaged = ema(beta, debias=False, accumulator_dtype=accumulator_dtype)
    return chain(averaged, scale_by_sign(), scale_by_learning_rate(learning_rate))


def scale_by_optimistic_gradient(alpha=1.0, beta=1.0):
    def init_fn(params):
        return ScaleByOptimisticGradientState(jnp.array(True), zeros(params))

    def update_fn(updates, state, params=None):
        def ahead(g, old):
            return (alpha + beta) * g - beta * jnp.where(state.is_initial_step, g, old)

        made = jax.tree.map(ahead, updates, state.previous_gradient)
        return made, ScaleByOptimisticGradientState(jnp.array(False), updates)

    return GradientTransformation(init_fn, update_fn)


def optimistic_gradient_descent(learning_rate, alpha=1.0, beta=1.0):
    return chain(scale_by_optimistic_gradient(alpha=alpha, beta=beta), scale_by_learning_rate(learning_rate))


def optimistic_adam(
    learning_rate, optimism=None, b1=0.9, b2=0.999, eps=1e-8, eps_root=0.0, mu_dtype=None, *, nesterov=True
):
    if callable(learning_rate):
        raise ValueError(
            "This version of `optimistic_adam` does not support learning rate schedules but `optimistic_adam_v2` does."
        )
    return chain(
        scale_by_adam(b1=b1, b2=b2, eps=eps, eps_root=eps_root, mu_dtype=mu_dtype, nesterov=nesterov),
        scale_by_optimistic_gradient(alpha=learning_rate, beta=learning_rate if optimism is None else optimism),
        scale_by_learning_rate(1.0),
    )


def optimistic_adam_v2(
    learning_rate, *, alpha=1.0, beta=1.0, b1=0.9, b2=0.999, eps=1e-8, eps_root=0.0, mu_dtype=None, nesterov=True
):
    return chain(
        scale_by_adam(b1=b1, b2=b2, eps=eps, eps_root=eps_root, mu_dtype=mu_dtype, nesterov=nesterov),
        scale_by_optimistic_gradient(alpha=alpha, beta=beta),
        scale_by_learning_rate(learning_rate),
    )


def scale_by_distance_over_gradients(reps_rel=1e-6, eps=1e-8, param_dtype=jnp.float32, global_scale=1.0):
    def distance(x, y=0.0):
        return jnp.sqrt(jnp.square(x - y).sum())

    def init_fn(params):
        first = jax.tree.map(lambda x: reps_rel * (1 + distance(x)), params)
        none = jax.tree.map(lambda x: jnp.zeros(1), params)
        return ScaleByDistanceOverGradientsState(first, none, cast(params, param_dtype))

    def update_fn(updates, state, params):
        most = jax.tree.map(
            lambda d, x, y: jnp.maximum(d, distance(x, y)), state.max_dist, params, state.init_params
        )
        squares = jax.tree.map(lambda x, y: x + jnp.square(y).sum(), state.grad_sum_of_squares, updates)
        made = jax.tree.map(lambda g, d, s: (global_scale * (d / jnp.sqrt(s + eps))) * g, updates, most, squares)
        return made, ScaleByDistanceOverGradientsState(most, squares, state.init_params)

    return GradientTransformation(init_fn, update_fn)


def normalize_by_update_norm(scale_factor=1.0, eps=1e-6):
    def update_fn(updates, state, params=None):
        length = (norm(updates) + eps) / scale_factor
        return jax.tree.map(lambda g: g / length, updates), state

    return GradientTransformation(empty_init, update_fn)
