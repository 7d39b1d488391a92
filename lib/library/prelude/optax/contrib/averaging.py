"""Variants of Adam and averages of parameters. optax 0.2.8: contrib/_schedule_free.py, _ademamix.py, _adopt.py,
_acprop.py, _sam.py, _complex_valued.py, _privacy.py."""
from prelude.optax.aliases import sgd
from prelude.optax.base import (
    EmptyState,
    GradientTransformation,
    GradientTransformationExtraArgs,
    apply_updates,
    cast,
    counter,
    identity,
    increment,
    with_extra_args_support,
    zeros,
)
from prelude.optax.combining import chain
from prelude.optax.moments import ScaleByAdamState, ScaleByBeliefState, scale_by_rms, trace
from prelude.optax.scaling import add_decayed_weights, per_example_global_norm_clip, scale_by_learning_rate
from prelude.optax.schedules import warmup_constant_schedule
from prelude.optax.tree_utils import (
    tree_add_scale,
    tree_bias_correction,
    tree_cast,
    tree_div,
    tree_dtype,
    tree_norm,
    tree_sub,
    tree_update_moment,
    tree_update_moment_per_elem_norm,
)

MODULE = "optax.contrib"

ScheduleFreeState = named_tuple_class(
    "ScheduleFreeState", ["b1", "weight_sum", "step_count", "max_lr", "base_optimizer_state", "z"], []
)
ScaleByAdemamixState = named_tuple_class("ScaleByAdemamixState", ["count", "count_m2", "m1", "m2", "nu"], [])
ScaleBySimplifiedAdEMAMixState = named_tuple_class("ScaleBySimplifiedAdEMAMixState", ["t", "m", "n"], [])
NormalizeState = EmptyState
SAMState = named_tuple_class("SAMState", ["steps_since_sync", "opt_state", "adv_state", "cache"], [])
SplitRealAndImaginaryArrays = named_tuple_class("SplitRealAndImaginaryArrays", ["real", "imaginary"], [])
SplitRealAndImaginaryState = named_tuple_class("SplitRealAndImaginaryState", ["inner_state"], [])
DifferentiallyPrivateAggregateState = named_tuple_class("DifferentiallyPrivateAggregateState", ["rng_key"], [])


def _at(value, count):
    return value(count) if callable(value) else value


def schedule_free_eval_params(state, params):
    try:
        b1, z = state.b1, state.z
    except AttributeError as error:
        raise error
    if b1 is None or z is None:
        raise ValueError("schedule_free_eval_params requires a ScheduleFreeState as input.")
    return jax.tree.map(lambda yi, zi: (yi - (1.0 - b1) * zi) / b1, params, z)


def schedule_free(base_optimizer, learning_rate, b1=0.9, weight_lr_power=2.0, state_dtype=None):
    base_optimizer = with_extra_args_support(base_optimizer)

    def init_fn(params):
        dtype = tree_dtype(params, "lowest")
        z = jax.tree.map(lambda t: t.copy(), tree_cast(params, state_dtype))
        return ScheduleFreeState(
            b1=jnp.asarray(b1, dtype=dtype),
            weight_sum=jnp.zeros([], dtype=dtype),
            step_count=jnp.ones([], dtype=jnp.int32),
            max_lr=jnp.zeros([], dtype=dtype),
            base_optimizer_state=base_optimizer.init(params),
            z=z,
        )

    def update_fn(grads, state, params=None, **extra_args):
        rate = learning_rate
        if callable(learning_rate):
            rate = jnp.asarray(learning_rate(state.step_count), dtype=state.max_lr.dtype)
        most = jnp.maximum(state.max_lr, rate)
        weight = most**weight_lr_power
        total = state.weight_sum + weight
        bad = jnp.logical_or(jnp.isnan(weight), jnp.isnan(total))
        part = jnp.nan_to_num(weight / total, nan=0.0, posinf=jnp.inf)
        ck = jnp.where(bad, jnp.full(weight.shape, jnp.nan), part)
        made, inner = base_optimizer.update(grads, state.base_optimizer_state, params, **extra_args)
        z = jax.tree.map(lambda p, u: jnp.asarray(p + u).astype(jnp.asarray(p).dtype), state.z, made)
        x = jax.tree.map(lambda yi, zi: (yi - (1.0 - b1) * zi) / b1, params, state.z)
        x = jax.tree.map(lambda xi, zi: (1.0 - ck) * xi + ck * zi, x, z)
        updates = jax.tree.map(lambda xi, zi, p: b1 * xi + (1.0 - b1) * zi - p, x, z, params)
        return updates, ScheduleFreeState(state.b1, total, increment(state.step_count), most, inner, z)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def _warmed(learning_rate, warmup_steps):
    if warmup_steps is None:
        return learning_rate
    return warmup_constant_schedule(init_value=0, peak_value=learning_rate, warmup_steps=warmup_steps)


def schedule_free_sgd(
    learning_rate=1.0, warmup_steps=None, b1=0.9, weight_decay=None, weight_lr_power=2.0, state_dtype=None
):
    learning_rate = _warmed(learning_rate, warmup_steps)
    optimizer = sgd(learning_rate)
    if weight_decay is not None:
        optimizer = chain(add_decayed_weights(weight_decay), optimizer)
    return schedule_free(optimizer, learning_rate, b1, weight_lr_power, state_dtype)


def schedule_free_adamw(
    learning_rate=0.0025,
    warmup_steps=None,
    b1=0.9,
    b2=0.999,
    eps=1e-8,
    weight_decay=0.0,
    weight_lr_power=2.0,
    state_dtype=None,
):
    learning_rate = _warmed(learning_rate, warmup_steps)
    optimizer = chain(
        scale_by_rms(decay=b2, eps=eps, eps_in_sqrt=False, bias_correction=True),
        add_decayed_weights(weight_decay),
        scale_by_learning_rate(learning_rate),
    )
    return schedule_free(optimizer, learning_rate, b1, weight_lr_power, state_dtype)


def scale_by_ademamix(b1=0.9, b2=0.999, b3=0.9999, alpha=6.0, eps=1e-8, eps_root=0.0, mu_dtype=None):
    def init_fn(params):
        return ScaleByAdemamixState(
            counter(), counter(), zeros(params, mu_dtype), zeros(params, mu_dtype), zeros(params, mu_dtype)
        )

    def update_fn(updates, state, params=None):
        slow, weight = _at(b3, state.count_m2), _at(alpha, state.count_m2)
        m1 = tree_update_moment(updates, state.m1, b1, 1)
        m2 = tree_update_moment(updates, state.m2, slow, 1)
        nu = tree_update_moment_per_elem_norm(updates, state.nu, b2, 2)
        count = increment(state.count)
        made = jax.tree.map(
            lambda m, n, v: (m + weight * n) / (jnp.sqrt(v + eps_root) + eps),
            tree_bias_correction(m1, b1, count), m2, tree_bias_correction(nu, b2, count)
        )
        return made, ScaleByAdemamixState(count, increment(state.count_m2), m1, m2, nu)

    return GradientTransformation(init_fn, update_fn)


def ademamix(
    learning_rate,
    b1=0.9,
    b2=0.999,
    b3=0.9999,
    alpha=5.0,
    eps=1e-8,
    eps_root=0.0,
    mu_dtype=None,
    weight_decay=0.0,
    mask=None,
):
    return chain(
        scale_by_ademamix(b1, b2, b3, alpha, eps, eps_root, mu_dtype),
        add_decayed_weights(weight_decay, mask),
        scale_by_learning_rate(learning_rate),
    )


def scale_by_simplified_ademamix(b1=0.99, b2=0.95, alpha=0.0, eps=1e-8, eps_root=0.0):
    def init_fn(params):
        return ScaleBySimplifiedAdEMAMixState(counter(), zeros(params), zeros(params))

    def update_fn(updates, state, params=None):
        m = tree_add_scale(updates, b1, state.m)
        squares = jax.tree.map(lambda g: g * g, updates)
        n = tree_add_scale(squares, b2, tree_sub(state.n, squares))
        t = increment(state.t)
        below = jax.tree.map(lambda x: jnp.sqrt(x + eps_root) + eps, tree_bias_correction(n, b2, t))
        made = tree_div(tree_add_scale(m, _at(alpha, state.t), updates), below)
        return made, ScaleBySimplifiedAdEMAMixState(t, m, n)

    return GradientTransformation(init_fn, update_fn)


def simplified_ademamix(
    learning_rate, b1=0.99, b2=0.95, alpha=0.0, eps=1e-8, eps_root=0.0, weight_decay=0.0, mask=None
):
    return chain(
        scale_by_simplified_ademamix(b1, b2, alpha, eps, eps_root),
        add_decayed_weights(weight_decay, mask),
        scale_by_learning_rate(learning_rate),
    )


def _fourth_root(x):
    return x**0.25


def scale_by_adopt(
    b1=0.9, b2=0.9999, eps=1e-6, mu_dtype=None, *, nesterov=False, use_clipping=True, clip_value_fn=_fourth_root
):
    def init_fn(params):
        return ScaleByAdamState(count=counter(), mu=zeros(params, mu_dtype), nu=zeros(params))

    def update_fn(updates, state, params=None):
        slow, fast = jnp.where(state.count > 0, b2, 0), jnp.where(state.count > 0, b1, 1)
        nu = tree_update_moment_per_elem_norm(updates, state.nu, slow, 2)
        scaled = jax.tree.map(lambda u, v: u / jnp.maximum(jnp.sqrt(v), eps), updates, state.nu)
        if use_clipping:
            most = program_call(clip_value_fn, state.count)
            scaled = jax.tree.map(lambda u: jnp.clip(u, -most, most), scaled)
        mu = tree_update_moment(scaled, state.mu, fast, 1)
        made = tree_update_moment(scaled, mu, fast, 1) if nesterov else mu
        return made, ScaleByAdamState(count=increment(state.count), mu=cast(mu, mu_dtype), nu=nu)

    return GradientTransformation(init_fn, update_fn)


def adopt(
    learning_rate,
    b1=0.9,
    b2=0.9999,
    eps=1e-6,
    mu_dtype=None,
    *,
    nesterov=False,
    use_clipping=True,
    clip_value_fn=_fourth_root,
):
    scaling = scale_by_adopt(
        b1, b2, eps, mu_dtype, nesterov=nesterov, use_clipping=use_clipping, clip_value_fn=clip_value_fn
    )
    return chain(scaling, scale_by_learning_rate(learning_rate))


def scale_by_acprop(b1=0.9, b2=0.999, eps=1e-16, eps_root=1e-16):
    def init_fn(params):
        return ScaleByBeliefState(count=counter(), mu=zeros(params), nu=zeros(params))

    def update_fn(updates, state, params=None):
        mu = tree_update_moment(updates, state.mu, b1, 1)
        nu = tree_update_moment_per_elem_norm(tree_sub(updates, state.mu), state.nu, b2, 2)
        nu = jax.tree.map(lambda v: v + eps_root, nu)
        count, first = increment(state.count), state.count == 0
        before = tree_bias_correction(state.nu, b2, jnp.where(first, count, state.count))
        made = jax.tree.map(lambda m, v: m / (jnp.sqrt(jnp.where(first, 1, v)) + eps), updates, before)
        return made, ScaleByBeliefState(count=count, mu=mu, nu=nu)

    return GradientTransformation(init_fn, update_fn)


def acprop(learning_rate, b1=0.9, b2=0.999, eps=1e-16, eps_root=1e-16, weight_decay=0.0, mask=None):
    return chain(
        scale_by_acprop(b1, b2, eps, eps_root),
        add_decayed_weights(weight_decay, mask),
        scale_by_learning_rate(learning_rate),
    )


def normalize():
    def update_fn(updates, state, params=None):
        length = tree_norm(updates)
        return jax.tree.map(lambda g: g / length, updates), state

    return GradientTransformation(lambda params: NormalizeState(), update_fn)


def _pick(condition, yes, no):
    return jax.tree.map(lambda a, b: condition * a + (1 - condition) * b, yes, no)


def sam(optimizer, adv_optimizer, sync_period=2, reset_state=True, opaque_mode=False, batch_axis_name=None):
    if sync_period < 1:
        raise ValueError("Synchronization period must be >= 1.")

    def init_fn(params):
        return SAMState(
            counter(), optimizer.init(params), adv_optimizer.init(params), None if opaque_mode else params
        )

    def transparent(updates, state, params, *, grad_fn=None):
        first, last = state.steps_since_sync == 0, state.steps_since_sync == sync_period - 1
        adverse, adv_state = adv_optimizer.update(updates, state.adv_state, params)
        adverse = jax.tree.map(lambda x: -x, adverse)
        made, opt_state = optimizer.update(updates, state.opt_state, state.cache)
        made = jax.tree.map(lambda c, p, u: c - p + u, state.cache, params, made)
        cache = _pick(first, params, state.cache)
        kept = adv_optimizer.init(params) if reset_state else state.adv_state
        return _pick(last, made, adverse), SAMState(
            steps_since_sync=(state.steps_since_sync + 1) % sync_period,
            opt_state=_pick(last, opt_state, state.opt_state),
            adv_state=_pick(last, kept, adv_state),
            cache=cache,
        )

    def opaque(updates, state, params, *, grad_fn=None):
        if grad_fn is None:
            raise ValueError("grad_fn must be provided when opaque_mode=True.")
        there, adverse, adv_state = params, updates, state.adv_state
        for i in range(sync_period - 1):
            adverse, adv_state = adv_optimizer.update(adverse, adv_state, there)
            there = apply_updates(there, jax.tree.map(lambda x: -x, adverse))
            adverse = program_call(grad_fn, there, i)
            if batch_axis_name is not None:
                adverse = lax.pmean(adverse, axis_name=batch_axis_name)
        if reset_state:
            adv_state = adv_optimizer.init(params)
        made, opt_state = optimizer.update(adverse, state.opt_state, params)
        return made, SAMState(counter(), opt_state, adv_state, None)

    return GradientTransformationExtraArgs(init_fn, opaque if opaque_mode else transparent)


def split_real_and_imaginary(inner):
    def split(tree):
        return jax.tree.map(
            lambda x: SplitRealAndImaginaryArrays(x.real, x.imag) if jnp.iscomplexobj(x) else x, tree
        )

    def is_split(x):
        return isinstance(x, SplitRealAndImaginaryArrays)

    def init_fn(params):
        return SplitRealAndImaginaryState(inner.init(split(params)))

    def update_fn(updates, state, params=None):
        made, inner_state = inner.update(split(updates), state.inner_state, split(params))
        made = jax.tree.map(lambda x: x.real + x.imaginary * 1j if is_split(x) else x, made, is_leaf=is_split)
        return made, SplitRealAndImaginaryState(inner_state)

    return GradientTransformation(init_fn, update_fn)


def differentially_private_aggregate(l2_norm_clip, noise_multiplier, key=None, *, seed=None):
    if seed is not None and key is not None:
        raise ValueError("Only one of seed or key can be specified.")
    key = (0 if seed is None else seed) if key is None else key
    key = jax.random.key(key) if isinstance(key, int) else key
    deviation = l2_norm_clip * noise_multiplier

    def init_fn(params):
        return DifferentiallyPrivateAggregateState(rng_key=key)

    def update_fn(updates, state, params=None):
        grads, structure = jax.tree.flatten(updates)
        try:
            size = grads[0].shape[0]
        except IndexError as error:  # of a gradient that is not one for each example
            raise error
        clipped, _ = per_example_global_norm_clip(grads, l2_norm_clip)
        later, *keys = jax.random.split(state.rng_key, len(grads) + 1)
        noised = [(g + deviation * jax.random.normal(k, g.shape, g.dtype)) / size for g, k in zip(clipped, keys)]
        return jax.tree.unflatten(structure, noised), DifferentiallyPrivateAggregateState(rng_key=later)

    return GradientTransformation(init_fn, update_fn)


def dpsgd(learning_rate, l2_norm_clip, noise_multiplier, seed, momentum=None, nesterov=False):
    return chain(
        differentially_private_aggregate(l2_norm_clip, noise_multiplier, seed=seed),
        identity() if momentum is None else trace(decay=momentum, nesterov=nesterov),
        scale_by_learning_rate(learning_rate),
    )
