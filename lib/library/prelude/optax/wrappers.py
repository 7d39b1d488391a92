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

MODULE = "optax optax.transforms optax.schedules"

MultiStepsState = named_tuple_class(
    "MultiStepsState", ["mini_step", "gradient_step", "inner_opt_state", "acc_grads", "skip_state"], [()]
)
ApplyIfFiniteState = named_tuple_class(
    "ApplyIfFiniteState", ["notfinite_count", "last_finite", "total_notfinite", "inner_state"], []
)
ApplyEvery = named_tuple_class("ApplyEvery", ["count", "grad_acc"], [])
InjectStatefulHyperparamsState = named_tuple_class(
    "InjectStatefulHyperparamsState", ["count", "hyperparams", "hyperparams_states", "inner_state"], []
)
LookaheadState = named_tuple_class("LookaheadState", ["fast_state", "steps_since_sync"], [])


def _synchronized_params():
    kind = named_tuple_class("LookaheadParams", ["fast", "slow"], [])
    set_own_member(kind, "init_synced", lambda params: kind(fast=params, slow=params))
    return kind


LookaheadParams = _synchronized_params()


class MultiSteps:
    def __init__(self, opt, every_k_schedule, use_grad_mean=True, should_skip_update_fn=None):
        self._opt = with_extra_args_support(opt)
        if should_skip_update_fn is not None:
            unknown("MultiSteps with a function that skips")
        if isinstance(every_k_schedule, int):
            self._every_k_schedule = lambda step: every_k_schedule
        else:
            self._every_k_schedule = every_k_schedule
        self._mean = use_grad_mean

    @property
    def inner_opt(self):
        return self._opt

    def init(self, params):
        return MultiStepsState(
            mini_step=counter(),
            gradient_step=counter(),
            inner_opt_state=self._opt.init(params),
            acc_grads=zeros(params, jnp.float32),
            skip_state=(),
        )

    def update(self, updates, state, params=None, **extra_args):
        k_steps = self._every_k_schedule(state.gradient_step)

        def accumulate(g, acc):
            return acc + (g - acc) / (state.mini_step + 1) if self._mean else acc + g

        acc_grads = jax.tree.map(accumulate, updates, state.acc_grads)
        made, inner = self._opt.update(acc_grads, state.inner_opt_state, params=params, **extra_args)
        emit = state.mini_step == (k_steps - 1)
        new_state = MultiStepsState(
            mini_step=increment(state.mini_step) % k_steps,
            gradient_step=emit * increment(state.gradient_step) + (1 - emit) * state.gradient_step,
            inner_opt_state=jax.tree.map(
                lambda old, new: jnp.where(emit, new, old), state.inner_opt_state, inner
            ),
            acc_grads=jax.tree.map(lambda acc: (1 - emit) * acc, acc_grads),
            skip_state=(),
        )
        return jax.tree.map(lambda u: emit * u, made), new_state

    def has_updated(self, state):
        return jnp.logical_and(state.mini_step == 0, state.gradient_step > 0)

    def gradient_transformation(self):
        return GradientTransformationExtraArgs(init=self.init, update=self.update)


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


def _bound(factory, args, kwargs):
    """The arguments of the call with the defaults of the others."""
    parameters = parameters_of(factory)
    if parameters is None:
        unknown("inject_hyperparams of this function")
    factory(*args, **kwargs)
    values = {}
    for i, parameter in enumerate(parameters):
        if i < len(args):
            values[parameter[0]] = args[i]
        elif parameter[0] in kwargs:
            values[parameter[0]] = kwargs[parameter[0]]
        else:
            values[parameter[0]] = parameter[1]
    return values


def inject_hyperparams(inner_factory, static_args=(), hyperparam_dtype=None):
    static = {static_args} if isinstance(static_args, str) else set(static_args)

    def wrapped_transform(*args, **kwargs):
        scheduled, numeric, other = {}, {}, {}
        for name, value in _bound(inner_factory, args, kwargs).items():
            if name in static or isinstance(value, bool):
                other[name] = value
            elif callable(value):
                scheduled[name] = value
            elif isinstance(value, (int, float)) or is_array(value):
                numeric[name] = value
            else:
                other[name] = value

        def as_arrays(values, dtype):
            return {name: jnp.asarray(value, dtype) for name, value in values.items()}

        def dtype_of(tree):
            if hyperparam_dtype is not None:
                return hyperparam_dtype
            leaves = jax.tree.leaves(tree)
            return getattr(leaves[0], "dtype", None) if leaves else None

        def at_count(count, dtype):
            return {name: jnp.asarray(f(count), dtype) for name, f in scheduled.items()}

        def init_fn(params):
            count, dtype = counter(), dtype_of(params)
            hyperparams = as_arrays(numeric, dtype)
            states = {name: _schedule_state(f) for name, f in scheduled.items()}
            hyperparams.update(at_count(count, dtype))
            inner = inner_factory(**other, **hyperparams).init(params)
            return InjectStatefulHyperparamsState(count, hyperparams, states, inner)

        def update_fn(updates, state, params=None, **extra_args):
            dtype = dtype_of(updates)
            hyperparams = {}
            for name, value in state.hyperparams.items():
                hyperparams[name] = jnp.asarray(value, dtype) if name in numeric else value
            hyperparams.update(at_count(state.count, dtype))
            states = {name: _schedule_state(f, state.count) for name, f in scheduled.items()}
            inner = with_extra_args_support(inner_factory(**other, **hyperparams))
            made, inner_state = inner.update(updates, state.inner_state, params, **extra_args)
            return made, InjectStatefulHyperparamsState(
                count=increment(state.count),
                hyperparams=hyperparams,
                hyperparams_states=states,
                inner_state=inner_state,
            )

        return GradientTransformationExtraArgs(init_fn, update_fn)

    return wrapped_transform


WrappedScheduleState = named_tuple_class("WrappedScheduleState", ["count"], [])


def _schedule_state(f, count=None):
    return WrappedScheduleState(count=counter() if count is None else increment(count))


def inject_stateful_hyperparams(inner_factory, static_args=(), hyperparam_dtype=None):
    return inject_hyperparams(inner_factory, static_args, hyperparam_dtype)
