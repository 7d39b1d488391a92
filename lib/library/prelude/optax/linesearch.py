"""Searches for a step size, of which only the types are followed. optax 0.2.8: _src/linesearch.py."""
from prelude.optax.base import GradientTransformationExtraArgs, require_keywords, zeros
from prelude.optax.tree_arithmetic import add_scale, cast_like, conj, real, scale, vdot
from prelude.optax.tree_states import get

MODULE = "optax"

BacktrackingLinesearchInfo = named_tuple_class(
    "BacktrackingLinesearchInfo", ["num_linesearch_steps", "decrease_error"], []
)
ScaleByBacktrackingLinesearchState = named_tuple_class(
    "ScaleByBacktrackingLinesearchState", ["learning_rate", "value", "grad", "info"], []
)
ZoomLinesearchInfo = named_tuple_class(
    "ZoomLinesearchInfo", ["num_linesearch_steps", "decrease_error", "curvature_error"], []
)
ScaleByZoomLinesearchState = named_tuple_class(
    "ScaleByZoomLinesearchState", ["learning_rate", "value", "grad", "info"], []
)


def _own_arguments(name, value_fn, extra_args):
    """The arguments that the function takes; others are an error."""
    parameters = parameters_of(value_fn)
    if parameters is None:
        return extra_args if not extra_args else unknown("what arguments the function of a linesearch takes")
    names = [parameter[0] for parameter in parameters]
    others = [key for key in extra_args if key not in names]
    if others:
        raise TypeError(
            f"Unexpected keyword arguments passed to `{name}.update`. These arguments were not consumed by `value_fn`: "
            f"{sorted(others)}. Ensure that all extra keyword arguments are accepted by `value_fn`."
        )
    return extra_args


def _value_dtype(params):
    return jnp.real(jnp.empty((), dtype=jax.tree.leaves(params)[0].dtype)).dtype


def _infinity(dtype=None):
    return jnp.asarray(jnp.inf, dtype=dtype)


def scale_by_backtracking_linesearch(
    max_backtracking_steps,
    slope_rtol=1e-4,
    decrease_factor=0.8,
    increase_factor=1.5,
    max_learning_rate=1.0,
    atol=0.0,
    rtol=0.0,
    store_grad=False,
    verbose=False,
):
    def init_fn(params):
        dtype = _value_dtype(params)
        return ScaleByBacktrackingLinesearchState(
            learning_rate=jnp.array(1.0, dtype=dtype),
            value=_infinity(dtype),
            grad=zeros(params) if store_grad else None,
            info=BacktrackingLinesearchInfo(jnp.asarray(0), _infinity(dtype)),
        )

    def update_fn(updates, state, params, *, value=None, grad=None, value_fn=None, **extra_args):
        title = "scale_by_backtracking_linesearch"
        require_keywords(f"{title}.<locals>.update_fn", {"value": value, "grad": grad, "value_fn": value_fn})
        own = _own_arguments(title, value_fn, extra_args)
        slope = real(vdot(updates, conj(grad)))
        rate = unheld(jnp.minimum(increase_factor * state.learning_rate, max_learning_rate))
        new_value = program_call(value_fn, add_scale(params, rate, updates), **own)
        error = new_value - (1.0 + rtol) * value - rate * slope_rtol * slope
        made = ScaleByBacktrackingLinesearchState(
            learning_rate=rate,
            value=new_value,
            grad=zeros(params) if store_grad else None,
            info=BacktrackingLinesearchInfo(unheld(jnp.asarray(0)), error),
        )
        return scale(rate, updates), cast_like(made, state)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def scale_by_zoom_linesearch(
    max_linesearch_steps,
    max_learning_rate=None,
    tol=0.0,
    increase_factor=2.0,
    slope_rtol=1e-4,
    curv_rtol=0.9,
    approx_dec_rtol=1e-6,
    stepsize_precision=1e-5,
    initial_guess_strategy="keep",
    verbose=False,
):
    def init_fn(params):
        dtype = _value_dtype(params)
        return ScaleByZoomLinesearchState(
            learning_rate=jnp.asarray(1.0, dtype=dtype),
            value=_infinity(dtype),
            grad=zeros(params),
            info=ZoomLinesearchInfo(jnp.asarray(0), _infinity(), _infinity()),
        )

    def update_fn(updates, state, params, *, value=None, grad=None, value_fn=None, **extra_args):
        title = "scale_by_zoom_linesearch"
        require_keywords(f"{title}.<locals>.update_fn", {"value": value, "grad": grad, "value_fn": value_fn})
        own = _own_arguments(title, value_fn, extra_args)
        if initial_guess_strategy not in ("one", "keep"):
            raise ValueError(f"Unknown initial guess strategy: {initial_guess_strategy}")
        real(vdot(updates, grad))
        rate = unheld(state.learning_rate)

        def value_of(params):
            return program_call(value_fn, params, **own)

        new_value, new_grad = jax.value_and_grad(value_of)(add_scale(params, rate, updates))
        real(vdot(new_grad, updates))
        made = ScaleByZoomLinesearchState(
            learning_rate=rate,
            value=new_value,
            grad=new_grad,
            info=ZoomLinesearchInfo(unheld(jnp.asarray(0)), new_value, new_value),
        )
        return scale(rate, updates), cast_like(made, state)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def value_and_grad_from_state(value_fn):
    def _value_and_grad(params, *fn_args, state, **fn_kwargs):
        value, grad = get(state, "value"), get(state, "grad")
        if value is None or grad is None:
            raise ValueError(
                "Value or gradient not found in the state. Make sure that these values are stored in the state by the "
                "optimizer."
            )

        def value_of(params):
            return program_call(value_fn, params, *fn_args, **fn_kwargs)

        return lax.cond(
            ~jnp.isinf(value) & ~jnp.isnan(value), lambda _: (value, grad), jax.value_and_grad(value_of), params
        )

    return _value_and_grad
