"""Transformations that scale, clip and decay updates. optax 0.2.8: _src/transform.py, _src/factorized.py,
transforms/."""
from prelude.optax.base import (
    EmptyState,
    GradientTransformation,
    counter,
    empty_init,
    global_norm,
    identity,
    increment,
    need_params,
    tree_map,
    zeros,
)
from prelude.optax.combining import masked
from prelude.optax.numerics import safe_root_mean_squares
from prelude.optax.squares import abs_sq

MODULE = "optax optax.transforms"

ScaleState = EmptyState
ScaleByScheduleState = named_tuple_class("ScaleByScheduleState", ["count"], [])
ScaleByTrustRatioState = EmptyState
AddNoiseState = named_tuple_class("AddNoiseState", ["count", "rng_key"], [])
AddDecayedWeightsState = EmptyState
FactoredState = named_tuple_class("FactoredState", ["count", "v_row", "v_col", "v"], [])
ZeroNansState = named_tuple_class("ZeroNansState", ["found_nan"], [])
NonNegativeParamsState = EmptyState
ClipState = EmptyState
ClipByGlobalNormState = EmptyState


def _each(f):
    def update_fn(updates, state, params=None):
        return tree_map(f, updates), state

    return GradientTransformation(empty_init, update_fn)


def _each_with_params(f):
    def update_fn(updates, state, params=None):
        need_params(params)
        return tree_map(f, updates, params), state

    return GradientTransformation(empty_init, update_fn)


def scale(step_size):
    return _each(lambda g: step_size * g)


def scale_by_schedule(step_size_fn):
    def init_fn(params):
        return ScaleByScheduleState(count=counter())

    def update_fn(updates, state, params=None):
        step_size = step_size_fn(state.count)
        made = tree_map(lambda g: jnp.array(step_size, dtype=g.dtype) * g, updates)
        return made, ScaleByScheduleState(count=increment(state.count))

    return GradientTransformation(init_fn, update_fn)


def scale_by_learning_rate(learning_rate=None, *, flip_sign=True):
    if learning_rate is None:
        return identity()
    m = -1 if flip_sign else 1
    if callable(learning_rate):
        return scale_by_schedule(lambda count: m * learning_rate(count))
    return scale(m * learning_rate)


def scale_by_sign():
    return _each(jnp.sign)


def add_decayed_weights(weight_decay=0.0, mask=None):
    tx = _each_with_params(lambda g, p: g + weight_decay * p)
    return tx if mask is None else masked(tx, mask)


def _safe_norm(x, least):
    norm = jnp.linalg.norm(x)
    x = jnp.where(norm <= least, jnp.ones_like(x), x)
    return jnp.where(norm <= least, least, jnp.linalg.norm(x))


def scale_by_trust_ratio(min_norm=0.0, trust_coefficient=1.0, eps=0.0):
    def scaled(update, param):
        param_norm = _safe_norm(param, min_norm)
        update_norm = _safe_norm(update, min_norm)
        ratio = trust_coefficient * param_norm / (update_norm + eps)
        zero = jnp.logical_or(param_norm == 0.0, update_norm == 0.0)
        return update * jnp.where(zero, jnp.array(1.0, dtype=param.dtype), ratio)

    return _each_with_params(scaled)


def scale_by_param_block_norm(min_scale=1e-3):
    return _each_with_params(lambda u, p: u * _safe_norm(p, min_scale))


def scale_by_param_block_rms(min_scale=1e-3):
    return _each_with_params(lambda u, p: u * safe_root_mean_squares(p, min_scale))


def clip(max_delta):
    return _each(lambda g: jnp.clip(g, -max_delta, max_delta))


def clip_by_block_rms(threshold):
    def clipped(u):
        return u / jnp.maximum(1.0, jnp.sqrt(jnp.mean(abs_sq(u))) / threshold)

    return _each(clipped)


def clip_by_global_norm(max_norm):
    def update_fn(updates, state, params=None):
        norm = global_norm(updates)
        trigger = jnp.squeeze(norm < max_norm)

        def clipped(t):
            return lax.select(trigger, t, (t / norm.astype(t.dtype)) * max_norm)

        return jax.tree.map(clipped, updates), state

    return GradientTransformation(empty_init, update_fn)


def unitwise_norm(x, axis=None):
    if axis is None:
        over_all = len([size for size in x.shape if size != 1]) <= 1
        if not over_all and not 2 <= x.ndim <= 5:
            raise ValueError(
                f"Expected parameter with shape in {(1, 2, 3, 4, 5)}, got {x.shape}. Use axis parameter to specify "
                "reduction axes for other shapes."
            )
        axis = None if over_all else 0 if x.ndim in (2, 3) else tuple(range(x.ndim - 1))
    squares = jnp.sum(abs_sq(x), axis=axis, keepdims=True)
    return jnp.broadcast_to(jnp.sqrt(squares), x.shape)


def unitwise_clip(g_norm, max_norm, grad, div_eps=1e-6):
    return jnp.where(g_norm < max_norm, grad, grad * (max_norm / jnp.maximum(g_norm, div_eps)))


def adaptive_grad_clip(clipping, eps=1e-3, axis=None):
    def clipped(u, p):
        return unitwise_clip(unitwise_norm(u, axis), clipping * jnp.maximum(unitwise_norm(p, axis), eps), u)

    return _each_with_params(clipped)


def _require_batches(grads, title):
    sizes = {x.shape[0] if x.ndim else None for x in jax.tree.leaves(grads)}
    if None in sizes or len(sizes) > 1:
        raise ValueError(
            f"Unlike other transforms, `{title}` expects `grads` to have a batch dimension in the 0th axis."
        )


def per_example_global_norm_clip(grads, l2_norm_clip):
    _require_batches(grads, "per_example_global_norm_clip")
    norms = jax.vmap(global_norm)(grads)
    multipliers = jnp.nan_to_num(jnp.minimum(l2_norm_clip / norms, 1.0), nan=1.0)
    return jax.tree.map(lambda g: jnp.tensordot(multipliers, g, axes=1), grads), jnp.sum(multipliers < 1.0)


def per_example_layer_norm_clip(grads, global_l2_norm_clip, uniform=True):
    _require_batches(grads, "per_example_layer_norm_clip")
    leaves = jax.tree.leaves(grads)
    if uniform:
        norms = jax.tree.map(lambda _: global_l2_norm_clip * (1.0 / len(leaves)) ** 0.5, grads)
    else:
        total = sum([g[0].size for g in leaves])
        norms = jax.tree.map(lambda g: global_l2_norm_clip * (g[0].size / total) ** 0.5, grads)
    clipped = jax.tree.map(per_example_global_norm_clip, grads, norms)
    return jax.tree.transpose(jax.tree.structure(grads), jax.tree.structure((0, 0)), clipped)


def centralize():
    def centered(g):
        if g.ndim > 1:
            return g - g.mean(tuple(range(g.ndim - 1)), keepdims=True)
        return g

    return _each(centered)


def keep_params_nonnegative():
    return _each_with_params(lambda u, p: jnp.where((p + u) < 0.0, -p, u))


def zero_nans():
    def init_fn(params):
        return ZeroNansState(jax.tree.map(lambda p: jnp.array(False), params))

    def update_fn(updates, state, params=None):
        found = jax.tree.map(lambda u: jnp.any(jnp.isnan(u)), updates)
        return jax.tree.map(lambda u: jnp.where(jnp.isnan(u), jnp.zeros_like(u), u), updates), ZeroNansState(found)

    return GradientTransformation(init_fn, update_fn)


def add_noise(eta, gamma, key=None, seed=None):
    if key is None and seed is None:
        raise ValueError("Must provide one of `key` or `seed`.")
    first = seed if key is None else key

    def init_fn(params):
        given = is_array(first) and is_key(first)
        return AddNoiseState(count=counter(), rng_key=first if given else jax.random.key(first))

    def update_fn(updates, state, params=None):
        count = increment(state.count)
        deviation = jnp.sqrt(eta / count**gamma)
        new_key, sample_key = jax.random.split(state.rng_key)
        leaves, treedef = jax.tree.flatten(updates)
        keys = jax.random.split(sample_key, len(leaves))
        noise = [jax.random.normal(k, g.shape, g.dtype) for k, g in zip(keys, leaves)]
        made = [g + deviation.astype(g.dtype) * n for g, n in zip(leaves, noise)]
        return treedef.unflatten(made), AddNoiseState(count=count, rng_key=new_key)

    return GradientTransformation(init_fn, update_fn)


def _factored_dims(shape, factored, least):
    if not factored or len(shape) < 2:
        return None
    order = sorted(range(len(shape)), key=lambda i: (shape[i], i))
    if shape[order[-2]] < least:
        return None
    return order[-2], order[-1]


def _without(p, axis):
    # The type of the sum says where zeros lie; along Auto axes it does not, however p is laid out.
    like = jax.eval_shape(lambda p: jnp.sum(p, axis=axis), p)
    if like.sharding is None:
        return jnp.zeros(like.shape, like.dtype)
    return jnp.zeros_like(jnp.sum(p, axis=axis))


def scale_by_factored_rms(
    factored=True, decay_rate=0.8, step_offset=0, min_dim_size_to_factor=128, epsilon=1e-30, decay_rate_fn=None
):
    if decay_rate_fn is None:
        decay_rate_fn = lambda step, exponent: 1.0 - jnp.array(step + 1, jnp.float32) ** (-exponent)

    def init_fn(params):
        def rows(p):
            dims = _factored_dims(p.shape, factored, min_dim_size_to_factor)
            if dims is None:
                return jnp.zeros((1,), p.dtype), jnp.zeros((1,), p.dtype), jnp.zeros_like(p)
            return _without(p, dims[1]), _without(p, dims[0]), jnp.zeros((1,), p.dtype)

        made = jax.tree.map(rows, params)
        pick = lambda i: jax.tree.map(lambda p, three: three[i], params, made)
        return FactoredState(count=counter(), v_row=pick(0), v_col=pick(1), v=pick(2))

    def update_fn(grads, state, params):
        need_params(params)
        decay = decay_rate_fn(state.count - step_offset, decay_rate)

        def updated(g, v_row, v_col, v, p):
            squares = abs_sq(g) + epsilon
            dims = _factored_dims(p.shape, factored, min_dim_size_to_factor)
            none = jnp.zeros((1,), dtype=p.dtype)
            if dims is None:
                v = (decay * v + (1.0 - decay) * squares).astype(p.dtype)
                return g * v**-0.5, none, none, v
            d1, d0 = dims
            v_row = (decay * v_row + (1.0 - decay) * jnp.mean(squares, axis=d0)).astype(p.dtype)
            v_col = (decay * v_col + (1.0 - decay) * jnp.mean(squares, axis=d1)).astype(p.dtype)
            reduced = d1 - 1 if d1 > d0 else d1
            row = (v_row / jnp.mean(v_row, axis=reduced, keepdims=True)) ** -0.5
            made = g * jnp.expand_dims(row, axis=d0) * jnp.expand_dims(v_col**-0.5, axis=d1)
            return made, v_row, v_col, none

        out = jax.tree.map(updated, grads, state.v_row, state.v_col, state.v, params)
        pick = lambda i: jax.tree.map(lambda g, four: four[i], grads, out)
        return pick(0), FactoredState(increment(state.count), pick(1), pick(2), pick(3))

    return GradientTransformation(init_fn, update_fn)
