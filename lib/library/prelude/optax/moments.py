"""Transformations that keep averages of gradients. optax 0.2.8: _src/transform.py, transforms/."""
from prelude.optax.base import (
    EmptyState,
    GradientTransformation,
    cast,
    counter,
    empty_init,
    increment,
    need_params,
    tree_map,
    zeros,
)

MODULE = "optax optax.transforms"

ScaleByAdamState = named_tuple_class("ScaleByAdamState", ["count", "mu", "nu"], [])
ScaleByAmsgradState = named_tuple_class("ScaleByAmsgradState", ["count", "mu", "nu", "nu_max"], [])
ScaleByBeliefState = named_tuple_class("ScaleByBeliefState", ["count", "mu", "nu"], [])
ScaleByLionState = named_tuple_class("ScaleByLionState", ["count", "mu"], [])
ScaleByRmsState = named_tuple_class("ScaleByRmsState", ["nu"], [])
ScaleByRmsWithCountState = named_tuple_class("ScaleByRmsWithCountState", ["count", "nu"], [])
ScaleByRStdDevState = named_tuple_class("ScaleByRStdDevState", ["mu", "nu"], [])
ScaleByRStdDevWithCountState = named_tuple_class("ScaleByRStdDevWithCountState", ["count", "mu", "nu"], [])
ScaleByRssState = named_tuple_class("ScaleByRssState", ["sum_of_squares"], [])
ScaleByNovogradState = named_tuple_class("ScaleByNovogradState", ["count", "mu", "nu"], [])
ScaleByAdaDeltaState = named_tuple_class("ScaleByAdaDeltaState", ["e_g", "e_x"], [])
ScaleBySM3State = named_tuple_class("ScaleBySM3State", ["mu", "nu"], [])
TraceState = named_tuple_class("TraceState", ["trace"], [])
EmaState = named_tuple_class("EmaState", ["count", "ema"], [])


def _moment(updates, moments, decay, order):
    return tree_map(lambda g, t: (1 - decay) * (g**order) + decay * t, updates, moments)


def _corrected(moments, decay, count):
    rest = 1 - decay**count
    return jax.tree.map(lambda t: t / rest.astype(t.dtype), moments)


def _ratio(moments, squares, eps, eps_root):
    return tree_map(lambda m, v: m / (jnp.sqrt(v + eps_root) + eps), moments, squares)


def _nesterov(updates, mu, b1, count):
    ahead = _corrected(mu, b1, increment(count))
    now = _corrected(updates, b1, count)
    return jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, ahead, now)


def scale_by_adam(b1=0.9, b2=0.999, eps=1e-8, eps_root=0.0, mu_dtype=None, *, nesterov=False):
    def init_fn(params):
        return ScaleByAdamState(count=counter(), mu=zeros(params, mu_dtype), nu=zeros(params))

    def update_fn(updates, state, params=None):
        mu = _moment(updates, state.mu, b1, 1)
        nu = _moment(updates, state.nu, b2, 2)
        count = increment(state.count)
        first = _nesterov(updates, mu, b1, count) if nesterov else _corrected(mu, b1, count)
        made = _ratio(first, _corrected(nu, b2, count), eps, eps_root)
        nu = jax.tree.map(lambda new, old: new.astype(old.dtype), nu, state.nu)
        return made, ScaleByAdamState(count=count, mu=cast(mu, mu_dtype), nu=nu)

    return GradientTransformation(init_fn, update_fn)


def scale_by_amsgrad(
    b1=0.9,
    b2=0.999,
    eps=1e-8,
    eps_root=0.0,
    mu_dtype=None,
    bias_correction_mu=True,
    bias_correction_nu=True,
):
    def init_fn(params):
        return ScaleByAmsgradState(
            count=counter(), mu=zeros(params, mu_dtype), nu=zeros(params), nu_max=zeros(params)
        )

    def update_fn(updates, state, params=None):
        mu = _moment(updates, state.mu, b1, 1)
        nu = _moment(updates, state.nu, b2, 2)
        count = increment(state.count)
        most = jax.tree.map(jnp.maximum, state.nu_max, _corrected(nu, b2, count) if bias_correction_nu else nu)
        made = _ratio(_corrected(mu, b1, count) if bias_correction_mu else mu, most, eps, eps_root)
        return made, ScaleByAmsgradState(count=count, mu=cast(mu, mu_dtype), nu=nu, nu_max=most)

    return GradientTransformation(init_fn, update_fn)


def scale_by_adamax(b1=0.9, b2=0.999, eps=1e-8):
    def init_fn(params):
        return ScaleByAdamState(count=counter(), mu=zeros(params), nu=zeros(params))

    def update_fn(updates, state, params=None):
        count = increment(state.count)
        mu = _moment(updates, state.mu, b1, 1)
        nu = tree_map(lambda g, t: jnp.maximum(jnp.abs(g) + eps, b2 * t), updates, state.nu)
        made = tree_map(lambda m, v: m / v, _corrected(mu, b1, count), nu)
        return made, ScaleByAdamState(count=count, mu=mu, nu=nu)

    return GradientTransformation(init_fn, update_fn)


def scale_by_belief(b1=0.9, b2=0.999, eps=1e-16, eps_root=1e-16, *, nesterov=False):
    def init_fn(params):
        return ScaleByBeliefState(count=counter(), mu=zeros(params), nu=zeros(params))

    def update_fn(updates, state, params=None):
        mu = _moment(updates, state.mu, b1, 1)
        error = tree_map(lambda g, m: g - m, updates, state.mu)
        nu = _moment(error, state.nu, b2, 2)
        nu = tree_map(lambda v: v + eps_root, nu)
        count = increment(state.count)
        first = _nesterov(updates, mu, b1, count) if nesterov else _corrected(mu, b1, count)
        made = tree_map(lambda m, v: m / (jnp.sqrt(v) + eps), first, _corrected(nu, b2, count))
        return made, ScaleByBeliefState(count=count, mu=mu, nu=nu)

    return GradientTransformation(init_fn, update_fn)


def scale_by_yogi(b1=0.9, b2=0.999, eps=1e-3, eps_root=0.0, initial_accumulator_value=1e-6):
    def init_fn(params):
        full = jax.tree.map(lambda p: jnp.full_like(p, initial_accumulator_value), params)
        return ScaleByAdamState(count=counter(), mu=full, nu=full)

    def update_fn(updates, state, params=None):
        mu = _moment(updates, state.mu, b1, 1)
        nu = tree_map(lambda g, v: v - (1 - b2) * jnp.sign(v - g**2) * (g**2), updates, state.nu)
        count = increment(state.count)
        made = _ratio(_corrected(mu, b1, count), _corrected(nu, b2, count), eps, eps_root)
        return made, ScaleByAdamState(count=count, mu=mu, nu=nu)

    return GradientTransformation(init_fn, update_fn)


def scale_by_radam(b1=0.9, b2=0.999, eps=1e-8, eps_root=0.0, threshold=5.0, *, nesterov=False):
    most = 2.0 / (1.0 - b2) - 1.0

    def init_fn(params):
        return ScaleByAdamState(count=counter(), mu=zeros(params), nu=zeros(params))

    def update_fn(updates, state, params=None):
        mu = _moment(updates, state.mu, b1, 1)
        nu = _moment(updates, state.nu, b2, 2)
        count = increment(state.count)
        power = b2**count
        ro = most - 2 * count * power / (1 - power)
        first = _nesterov(updates, mu, b1, count) if nesterov else _corrected(mu, b1, count)
        second = _corrected(nu, b2, count)
        rectified = jnp.sqrt((ro - 4.0) * (ro - 2.0) * most / ((most - 4.0) * (most - 2.0) * ro))
        made = tree_map(
            lambda m, v: jnp.where(
                ro >= threshold,
                rectified.astype(m.dtype) * m / (jnp.sqrt(v + eps_root) + eps),
                m,
            ),
            first,
            second,
        )
        return made, ScaleByAdamState(count=count, mu=mu, nu=nu)

    return GradientTransformation(init_fn, update_fn)


def scale_by_lion(b1=0.9, b2=0.99, mu_dtype=None, *, mode="hard", smooth_beta=1.0):
    def direction(g, m):
        x = (1.0 - b1) * g + b1 * m
        if mode == "hard":
            return jnp.sign(x)
        if mode == "smooth":
            return jnp.tanh(smooth_beta * x)
        if mode == "refined":
            return jnp.where(jnp.abs(x) < 1.0, x, jnp.sign(x))
        raise ValueError(f'Unknown lion mode: {mode}. It needs to be one of ["hard", "smooth", "refined"].')

    def init_fn(params):
        return ScaleByLionState(count=counter(), mu=zeros(params, mu_dtype))

    def update_fn(updates, state, params=None):
        made = tree_map(direction, updates, state.mu)
        mu = cast(_moment(updates, state.mu, b2, 1), mu_dtype)
        return made, ScaleByLionState(count=increment(state.count), mu=mu)

    return GradientTransformation(init_fn, update_fn)


def scale_by_rms(decay=0.9, eps=1e-8, initial_scale=0.0, eps_in_sqrt=True, bias_correction=False):
    def init_fn(params):
        nu = jax.tree.map(lambda p: jnp.full_like(p, initial_scale), params)
        return ScaleByRmsWithCountState(counter(), nu) if bias_correction else ScaleByRmsState(nu)

    def update_fn(updates, state, params=None):
        nu = _moment(updates, state.nu, decay, 2)
        count = increment(state.count) if bias_correction else None
        hat = _corrected(nu, decay, count) if bias_correction else nu
        if eps_in_sqrt:
            made = tree_map(lambda g, n: g * lax.rsqrt(n + eps), updates, hat)
        else:
            made = tree_map(lambda g, n: g / (jnp.sqrt(n) + eps), updates, hat)
        return made, ScaleByRmsWithCountState(count, nu) if bias_correction else ScaleByRmsState(nu)

    return GradientTransformation(init_fn, update_fn)


def scale_by_stddev(decay=0.9, eps=1e-8, initial_scale=0.0, eps_in_sqrt=True, bias_correction=False):
    def init_fn(params):
        mu = zeros(params)
        nu = jax.tree.map(lambda p: jnp.full_like(p, initial_scale), params)
        if bias_correction:
            return ScaleByRStdDevWithCountState(counter(), mu, nu)
        return ScaleByRStdDevState(mu, nu)

    def update_fn(updates, state, params=None):
        mu = _moment(updates, state.mu, decay, 1)
        nu = _moment(updates, state.nu, decay, 2)
        count = increment(state.count) if bias_correction else None
        first = _corrected(mu, decay, count) if bias_correction else mu
        second = _corrected(nu, decay, count) if bias_correction else nu
        if eps_in_sqrt:
            made = tree_map(lambda g, m, n: g * lax.rsqrt(n - m**2 + eps), updates, first, second)
        else:
            made = tree_map(lambda g, m, n: g / (jnp.sqrt(n - m**2) + eps), updates, first, second)
        if bias_correction:
            return made, ScaleByRStdDevWithCountState(count, mu, nu)
        return made, ScaleByRStdDevState(mu, nu)

    return GradientTransformation(init_fn, update_fn)


def scale_by_rss(initial_accumulator_value=0.1, eps=1e-7):
    def init_fn(params):
        full = jax.tree.map(lambda p: jnp.full_like(p, initial_accumulator_value), params)
        return ScaleByRssState(sum_of_squares=full)

    def update_fn(updates, state, params=None):
        squares = tree_map(lambda g, t: g**2 + t, updates, state.sum_of_squares)
        made = tree_map(
            lambda s, g: jnp.where(s > 0, lax.rsqrt(s + eps), 0.0) * g, squares, updates
        )
        return made, ScaleByRssState(sum_of_squares=squares)

    return GradientTransformation(init_fn, update_fn)


def scale_by_novograd(b1=0.9, b2=0.25, eps=1e-8, eps_root=0.0, weight_decay=0.0, mu_dtype=None):
    def init_fn(params):
        nu = jax.tree.map(lambda p: jnp.asarray(0.0, dtype=p.dtype), params)
        return ScaleByNovogradState(count=counter(), mu=zeros(params, mu_dtype), nu=nu)

    def squares(g):
        return jnp.linalg.norm(g) ** 2

    def first_nu(grads, nu):
        return jax.tree.map(lambda g, n: squares(g).astype(n.dtype), grads, nu)

    def later_nu(grads, nu):
        return _moment(jax.tree.map(squares, grads), nu, b2, 1)

    def first_mu(grads, params, mu, nu):
        return jax.tree.map(lambda g, p, n: g / (jnp.sqrt(n + eps_root) + eps) + weight_decay * p, grads, params, nu)

    def later_mu(grads, params, mu, nu):
        return tree_map(lambda m, u: b1 * m + u, mu, first_mu(grads, params, mu, nu))

    def update_fn(updates, state, params):
        count = increment(state.count)
        nu = lax.cond(count == 1, first_nu, later_nu, updates, state.nu)
        mu = cast(lax.cond(count == 1, first_mu, later_mu, updates, params, state.mu, nu), mu_dtype)
        return mu, ScaleByNovogradState(count=count, mu=mu, nu=nu)

    return GradientTransformation(init_fn, update_fn)


def scale_by_adadelta(rho=0.9, eps=1e-6):
    def init_fn(params):
        return ScaleByAdaDeltaState(e_g=zeros(params), e_x=zeros(params))

    def update_fn(updates, state, params=None):
        e_g = _moment(updates, state.e_g, rho, 2)
        made = tree_map(
            lambda g, eg, ex: jnp.sqrt(ex + eps) / jnp.sqrt(eg + eps) * g, updates, e_g, state.e_x
        )
        e_x = _moment(made, state.e_x, rho, 2)
        return made, ScaleByAdaDeltaState(e_g=e_g, e_x=e_x)

    return GradientTransformation(init_fn, update_fn)


def scale_by_sm3(b1=0.9, b2=1.0, eps=1e-8):
    def init_fn(params):
        def vectors(p):
            return [jnp.zeros([size], p.dtype) for size in p.shape]

        return ScaleBySM3State(jax.tree.map(vectors, params), zeros(params))

    def expanded(shape, axis):
        return [shape[axis] if i == axis else 1 for i in range(len(shape))]

    def accumulate(g, vectors):
        shape = g.shape
        if not shape:
            return 0.0
        parts = [jnp.reshape(v, expanded(shape, i)) for i, v in enumerate(vectors)]
        least = parts[0]
        for part in parts[1:]:
            least = jnp.minimum(least, part)
        return least

    def update_fn(updates, state, params=None):
        leaves, treedef = jax.tree.flatten(updates)
        kept = treedef.flatten_up_to(state.mu)
        scale = (1.0 - b2) if b2 != 1.0 else 1.0
        accumulators = [b2 * accumulate(g, v) + scale * g**2 for g, v in zip(leaves, kept)]
        directions = [
            g * jnp.where(a > 0, lax.rsqrt(a + eps), 0.0) for g, a in zip(leaves, accumulators)
        ]
        made = treedef.unflatten(directions)
        nu = jax.tree.map(lambda g, m: (1 - b1) * g + b1 * m, made, state.nu)

        def maxima(a):
            axes = range(a.ndim)
            return [jnp.max(a, axis=tuple(i for i in axes if i != axis)) for axis in axes]

        mu = treedef.unflatten([maxima(a) for a in accumulators])
        return nu, ScaleBySM3State(mu=mu, nu=nu)

    return GradientTransformation(init_fn, update_fn)


def trace(decay, nesterov=False, accumulator_dtype=None):
    def init_fn(params):
        return TraceState(trace=zeros(params, accumulator_dtype))

    def update_fn(updates, state, params=None):
        new = tree_map(lambda g, t: g + decay * t, updates, state.trace)
        made = tree_map(lambda g, t: g + decay * t, updates, new) if nesterov else new
        return made, TraceState(trace=cast(new, accumulator_dtype))

    return GradientTransformation(init_fn, update_fn)


def ema(decay, debias=True, accumulator_dtype=None):
    def init_fn(params):
        return EmaState(count=counter(), ema=zeros(params, accumulator_dtype))

    def update_fn(updates, state, params=None):
        made = new = _moment(updates, state.ema, decay, 1)
        count = increment(state.count)
        if debias:
            made = _corrected(new, decay, count)
        return made, EmaState(count=count, ema=cast(new, accumulator_dtype))

    return GradientTransformation(init_fn, update_fn)
