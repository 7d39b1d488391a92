"""Optimizers around optimizers. optax 0.2.8: transforms/_accumulation.py, _conditionality.py,
schedules/_inject.py, _src/lookahead.py."""
from prelude.optax.base import (
    GradientTransformation,
    GradientTransformationExtraArgs,
    counter,
    increment,
    tree_map,
    with_extra_args_support,
    zeros,
)

MODULE = "optax optax.transforms"

MultiStepsState = named_tuple_class(
    "MultiStepsState", ["mini_step", "gradient_step", "inner_opt_state", "acc_grads", "skip_state"], [()]
)
ApplyIfFiniteState = named_tuple_class(
    "ApplyIfFiniteState", ["notfinite_count", "last_finite", "total_notfinite", "inner_state"], []
)
ConditionallyTransformState = named_tuple_class("ConditionallyTransformState", ["inner_state", "step"], [])
ConditionallyMaskState = named_tuple_class("ConditionallyMaskState", ["step", "inner_state"], [])
ApplyEvery = named_tuple_class("ApplyEvery", ["count", "grad_acc"], [])
LookaheadState = named_tuple_class("LookaheadState", ["fast_state", "steps_since_sync"], [])


def _synchronized_params():
    kind = named_tuple_class("LookaheadParams", ["fast", "slow"], [])
    set_own_member(kind, "init_synced", lambda params: kind(fast=params, slow=params))
    return kind


LookaheadParams = _synchronized_params()


def skip_not_finite(updates, gradient_step, params):
    counts = [jnp.sum(jnp.logical_not(jnp.isfinite(p))) for p in jax.tree.leaves(updates)]
    num_not_finite = jnp.sum(jnp.array(counts))
    should_skip = num_not_finite > 0
    return should_skip, {"should_skip": should_skip, "num_not_finite": num_not_finite}


def skip_large_updates(updates, gradient_step, params, max_squared_norm):
    norm_sq = jnp.sum(jnp.array([jnp.sum(p**2) for p in jax.tree.leaves(updates)]))
    should_skip = jnp.logical_not(norm_sq < max_squared_norm)
    return should_skip, {"should_skip": should_skip, "norm_squared": norm_sq}


def _never_skip(*args, **kwargs):
    return jnp.array(False, dtype=jnp.bool_), ()


class MultiSteps:
    def __init__(
        self,
        opt,
        every_k_schedule,
        use_grad_mean=True,
        should_skip_update_fn=None,
        accumulator_dtype=jnp.float32,
    ):
        self._opt = with_extra_args_support(opt)
        if isinstance(every_k_schedule, int):
            self._every_k_schedule = lambda step: every_k_schedule
        else:
            self._every_k_schedule = every_k_schedule
        self._mean = use_grad_mean
        self._skips = should_skip_update_fn is not None
        self._should_skip = should_skip_update_fn or _never_skip
        self._dtype = accumulator_dtype

    @property
    def inner_opt(self):
        return self._opt

    def init(self, params):
        _, skip_state = self._should_skip(zeros(params), counter(), params)
        return MultiStepsState(
            mini_step=counter(),
            gradient_step=counter(),
            inner_opt_state=self._opt.init(params),
            acc_grads=zeros(params, self._dtype),
            skip_state=skip_state,
        )

    def _updated(self, updates, state, params, extra_args, skip_state):
        k_steps = self._every_k_schedule(state.gradient_step)

        def accumulate(g, acc):
            return acc + (g - acc) / (state.mini_step + 1) if self._mean else g + acc

        def unless_emitted(acc):
            kept = (1 - emit) * acc
            return kept if self._dtype is None else kept.astype(self._dtype)

        acc_grads = jax.tree.map(accumulate, updates, state.acc_grads)
        given = jax.tree.map(lambda acc, u: acc.astype(u.dtype), acc_grads, updates)
        made, inner = self._opt.update(given, state.inner_opt_state, params=params, **extra_args)
        emit = state.mini_step == (k_steps - 1)
        new_state = MultiStepsState(
            mini_step=increment(state.mini_step) % k_steps,
            gradient_step=emit * increment(state.gradient_step) + (1 - emit) * state.gradient_step,
            inner_opt_state=jax.tree.map(
                lambda old, new: jnp.where(emit, new, old).astype(old.dtype), state.inner_opt_state, inner
            ),
            acc_grads=jax.tree.map(unless_emitted, acc_grads),
            skip_state=skip_state,
        )
        return jax.tree.map(lambda u: emit * u, made), new_state

    def update(self, updates, state, params=None, **extra_args):
        skip, skip_state = self._should_skip(updates, state.gradient_step, params)
        if (skip.dtype, skip.shape) != (jnp.bool_, ()):
            raise ValueError(
                "The `should_skip_update_fn` function should return a boolean scalar array, but it returned an array "
                f"of dtype {skip.dtype} and shape {skip.shape}"
            )
        jax.tree.map(lambda acc, u: acc, state.acc_grads, updates)  # what it would skip is traced first
        made, new_state = self._updated(updates, state, params, extra_args, skip_state)
        if not self._skips:
            return made, new_state
        kept = state._replace(skip_state=skip_state)
        return lax.cond(skip, lambda: (zeros(made), kept), lambda: (made, new_state))

    def has_updated(self, state):
        return jnp.logical_and(state.mini_step == 0, state.gradient_step > 0)

    def gradient_transformation(self):
        return GradientTransformation(init=self.init, update=self.update)


def apply_every(k=1):
    def init_fn(params):
        return ApplyEvery(count=counter(), grad_acc=zeros(params))

    def update_fn(updates, state, params=None):
        c = state.count % k
        acc = c != 0
        grad_acc = tree_map(lambda g, ga: acc * ga + g, updates, state.grad_acc)
        emit = c == (k - 1)
        made = tree_map(lambda ga: emit * ga, grad_acc)
        return made, ApplyEvery(count=increment(state.count) % k, grad_acc=grad_acc)

    return GradientTransformation(init_fn, update_fn)


def apply_if_finite(inner, max_consecutive_errors):
    inner = with_extra_args_support(inner)

    def init_fn(params):
        return ApplyIfFiniteState(
            notfinite_count=counter(),
            last_finite=jnp.array(True, jnp.bool_),
            total_notfinite=counter(),
            inner_state=inner.init(params),
        )

    def update_fn(updates, state, params=None, **extra_args):
        flags = jax.tree.map(lambda p: jnp.all(jnp.isfinite(p)), updates)
        finite = jnp.all(jnp.array(jax.tree.leaves(flags)))
        bad = jnp.where(finite, jnp.zeros([], jnp.int32), increment(state.notfinite_count))

        def do_update(_):
            return inner.update(updates, state.inner_state, params, **extra_args)

        def reject_update(_):
            return jax.tree.map(lambda u: jnp.zeros(u.shape, u.dtype), updates), state.inner_state

        made, inner_state = lax.cond(
            jnp.logical_or(finite, bad > max_consecutive_errors), do_update, reject_update, operand=None
        )
        return made, ApplyIfFiniteState(
            notfinite_count=bad,
            last_finite=finite,
            total_notfinite=jnp.where(finite, state.total_notfinite, increment(state.total_notfinite)),
            inner_state=inner_state,
        )

    return GradientTransformationExtraArgs(init_fn, update_fn)


def _update_if(inner, condition, otherwise, forwards, make_state):
    """Updates where the condition holds, and gives what `otherwise` makes of the updates where not."""
    inner = with_extra_args_support(inner)

    def init_fn(params):
        return make_state(inner.init(params), counter())

    def update_fn(updates, state, params=None, **extra_args):
        made, inner_state = lax.cond(
            program_call(condition, state.step, **(extra_args if forwards else {})),
            lambda _: inner.update(updates, state.inner_state, params, **extra_args),
            lambda _: (otherwise(updates), state.inner_state),
            operand=None,
        )
        return made, make_state(inner_state, increment(state.step))

    return GradientTransformationExtraArgs(init_fn, update_fn)


def conditionally_transform(inner, should_transform_fn, forward_extra_args=False):
    return _update_if(inner, should_transform_fn, lambda u: u, forward_extra_args, ConditionallyTransformState)


def conditionally_mask(inner, should_transform_fn, forward_extra_args=False):
    def make_state(inner_state, step):
        return ConditionallyMaskState(step=step, inner_state=inner_state)

    return _update_if(inner, should_transform_fn, zeros, forward_extra_args, make_state)


def _joined(tree):
    return jnp.concatenate([jnp.reshape(x, [-1]) for x in jax.tree.leaves(tree)])


def _parted(joined, like):
    leaves, structure = jax.tree.flatten(like)
    ends = [sum([y.size for y in leaves[: i + 1]]) for i in range(len(leaves))]
    parts = jnp.split(joined, ends[:-1])
    return jax.tree.unflatten(structure, [jnp.reshape(part, x.shape) for part, x in zip(parts, leaves)])


def flatten(inner):
    inner = with_extra_args_support(inner)

    def update_fn(updates, state, params=None, **extra_args):
        given = None if params is None else _joined(params)
        made, state = inner.update(_joined(updates), state, given, **extra_args)
        return _parted(made, updates), state

    return GradientTransformationExtraArgs(lambda params: inner.init(_joined(params)), update_fn)


def lookahead(fast_optimizer, sync_period, slow_step_size, reset_state=False):
    if sync_period < 1:
        raise ValueError("Synchronization period must be >= 1.")
    fast_optimizer = with_extra_args_support(fast_optimizer)

    def init_fn(params):
        fast = params.fast if isinstance(params, LookaheadParams) else params
        return LookaheadState(
            fast_state=fast_optimizer.init(fast), steps_since_sync=jnp.zeros(shape=(), dtype=jnp.int32)
        )

    def update_fn(updates, state, params, **extra_args):
        if isinstance(params, (dict, list, tuple)) and not hasattr(params, "fast"):
            raise AttributeError(f"'{type(params).__name__}' object has no attribute 'fast'")
        made, fast_state = fast_optimizer.update(updates, state.fast_state, params.fast, **extra_args)
        sync_next = state.steps_since_sync == sync_period - 1
        end_fast = jax.tree.map(lambda u, p: u + p, made, params.fast)
        difference = jax.tree.map(lambda a, b: a - b, end_fast, params.slow)
        slow = jax.tree.map(lambda d: slow_step_size * sync_next * d, difference)
        fast = jax.tree.map(lambda u, s, d: u + s - sync_next * d, made, slow, difference)
        if reset_state:
            initial = fast_optimizer.init(params.fast)
            fast_state = jax.tree.map(
                lambda now, first: (1 - sync_next) * now + sync_next * first, fast_state, initial
            )
        return LookaheadParams(fast, slow), LookaheadState(
            fast_state=fast_state, steps_since_sync=(state.steps_since_sync + 1) % sync_period
        )

    return GradientTransformationExtraArgs(init_fn, update_fn)
