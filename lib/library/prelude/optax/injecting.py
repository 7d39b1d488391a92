"""Hyperparameters that are part of the state. optax 0.2.8: schedules/_inject.py."""
from prelude.optax.base import (
    GradientTransformationExtraArgs,
    counter,
    increment,
    with_extra_args_support,
)
from prelude.optax.tree_utils import tree_dtype

MODULE = "optax optax.schedules"

InjectHyperparamsState = named_tuple_class("InjectHyperparamsState", ["count", "hyperparams", "inner_state"], [])
InjectStatefulHyperparamsState = named_tuple_class(
    "InjectStatefulHyperparamsState", ["count", "hyperparams", "hyperparams_states", "inner_state"], []
)
WrappedScheduleState = named_tuple_class("WrappedScheduleState", ["count"], [])


class StatefulSchedule:
    pass


class WrappedSchedule:
    def __init__(self, schedule_fn):
        self.schedule_fn = schedule_fn

    def init(self):
        return WrappedScheduleState(count=counter())

    def update(self, state, **extra_args):
        return WrappedScheduleState(count=increment(state.count))

    def __call__(self, state, **extra_args):
        return program_call(self.schedule_fn, state.count)


def _convert_floats(x, dtype):
    """Floats of Python, and weak ones, in this dtype."""
    if is_array(x) and not is_of_numpy(x) and not x.weak_type:
        return x
    kind = x.dtype if hasattr(x, "dtype") else type(x)
    return jnp.asarray(x, dtype=dtype) if jnp.issubdtype(kind, jnp.floating) else x


def _bound(factory, args, kwargs):
    """The arguments of the call with the defaults of the others."""
    parameters = parameters_of(factory)
    if parameters is None:
        unknown("inject_hyperparams of this function")
    names = [parameter[0] for parameter in parameters]
    for parameter in parameters[len(args) :]:
        if len(parameter) == 1 and parameter[0] not in kwargs:
            raise TypeError(f"missing a required argument: '{parameter[0]}'")
    strange = [name for name in kwargs if name not in names]
    if strange and len(parameter_kinds(factory) or []) == len(names):
        raise TypeError(f"got an unexpected keyword argument '{strange[0]}'")
    if strange or len(args) > len(names):
        unknown("inject_hyperparams of this function")
    values = {}
    for i, parameter in enumerate(parameters):
        if i < len(args):
            values[parameter[0]] = args[i]
        elif parameter[0] in kwargs:
            values[parameter[0]] = kwargs[parameter[0]]
        else:
            values[parameter[0]] = parameter[1]
    return values


def _sorted_by_kind(values, static):
    """The hyperparameters that are scheduled, those that are numbers, and the others."""
    scheduled, numeric, other = {}, {}, {}
    for name, value in values.items():
        if name in static or isinstance(value, bool):
            other[name] = value
        elif isinstance(value, StatefulSchedule):
            scheduled[name] = value
        elif callable(value):
            scheduled[name] = WrappedSchedule(value)
        elif isinstance(value, (int, float)) or is_array(value):
            numeric[name] = value
        else:
            other[name] = value
    return scheduled, numeric, other


def inject_hyperparams(inner_factory, static_args=(), hyperparam_dtype=None):
    static = {static_args} if isinstance(static_args, str) else set(static_args)
    names = [parameter[0] for parameter in parameters_of(inner_factory) or []]
    if names and any([name not in names for name in static]):
        raise ValueError(
            "`static_args` must specify a subset of `inner_factory`'s parameters. Given `static_args`: "
            f"{static}. `inner_factory` parameters: {set(names)}"
        )

    def wrapped_transform(*args, **kwargs):
        scheduled, numeric, other = _sorted_by_kind(_bound(inner_factory, args, kwargs), static)

        def dtype_of(params):
            return tree_dtype(params, "highest") if hyperparam_dtype is None else hyperparam_dtype

        def init_fn(params):
            dtype = dtype_of(params)
            values = {name: jnp.asarray(_convert_floats(value, dtype)) for name, value in numeric.items()}
            states = {name: f.init() for name, f in scheduled.items()}
            values.update({name: _convert_floats(f(states[name]), dtype) for name, f in scheduled.items()})
            inner = inner_factory(**other, **values).init(params)
            return InjectStatefulHyperparamsState(counter(), values, states, inner)

        def update_fn(updates, state, params=None, **extra_args):
            dtype = dtype_of(params)
            try:
                values, states = state.hyperparams, state.hyperparams_states
            except AttributeError as error:
                raise error
            values = {name: _convert_floats(value, dtype) for name, value in values.items()}
            for name, f in scheduled.items():
                values[name] = _convert_floats(f(states[name], **extra_args), dtype)
            later = {name: f.update(states[name], **extra_args) for name, f in scheduled.items()}
            inner = with_extra_args_support(inner_factory(**other, **values))
            made, inner_state = inner.update(updates, state.inner_state, params, **extra_args)
            return made, InjectStatefulHyperparamsState(increment(state.count), values, later, inner_state)

        return GradientTransformationExtraArgs(init_fn, update_fn)

    return wrapped_transform


def inject_stateful_hyperparams(inner_factory, static_args=(), hyperparam_dtype=None):
    return inject_hyperparams(inner_factory, static_args, hyperparam_dtype)
