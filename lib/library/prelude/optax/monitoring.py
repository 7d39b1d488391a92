"""Measures that a chain takes on its way. optax 0.2.8: transforms/_monitoring.py."""
from prelude.optax.base import (
    GradientTransformation,
    GradientTransformationExtraArgs,
    stateless,
    with_extra_args_support,
)
from prelude.optax.combining import chain
from prelude.optax.moments import ema

MODULE = "optax optax.transforms"

SnapshotState = named_tuple_class("SnapshotState", ["measurement"], [])
MonitorState = named_tuple_class("MonitorState", ["measurements", "measure_states"], [])


def snapshot(measure_name, measure):
    def init(params):
        return SnapshotState({measure_name: measure(params)})

    def update(updates, state, params=None):
        return updates, SnapshotState({measure_name: measure(updates)})

    return GradientTransformation(init, update)


def _as_measure(measure):
    return with_extra_args_support(stateless(lambda u, _: measure(u)) if callable(measure) else measure)


def monitor(measures):
    made = {name: _as_measure(measure) for name, measure in measures.items()}

    def init(params):
        return MonitorState({}, tuple([measure.init(params) for measure in made.values()]))

    def update(updates, state, params=None, **extra_args):
        taken = {}
        states = []
        for i, (name, measure) in enumerate(made.items()):
            taken[name], after = measure.update(updates, state.measure_states[i], params, **extra_args)
            states.append(after)
        return updates, MonitorState(taken, tuple(states))

    return GradientTransformationExtraArgs(init, update)


def measure_with_ema(measure, decay, debias=True, accumulator_dtype=None):
    mean = ema(decay, debias, accumulator_dtype)
    of_measure = mean._replace(init=lambda params: mean.init(measure(params)))
    return chain(stateless(lambda updates, _: measure(updates)), of_measure)
