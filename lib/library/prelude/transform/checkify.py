"""Errors that a function returns. JAX: checkify.py."""

MODULE = "jax.experimental.checkify"

user_checks = frozenset({"user"})
nan_checks = frozenset({"nan"})
index_checks = frozenset({"index"})
div_checks = frozenset({"div"})
float_checks = nan_checks | div_checks
automatic_checks = float_checks | index_checks
all_checks = automatic_checks | user_checks


class JaxRuntimeError(ValueError):
    pass


class Error:
    """Whether it holds an error is seen when the program runs."""

    def __init__(self):
        assert _registered is None

    def get(self):
        return unknowable()

    def throw(self):
        return None


_registered = jax.tree_util.register_pytree_node(Error, lambda error: ((), None), lambda _, children: Error())


class _Checked:
    """How many functions around have their checks made part of the result."""

    depth = 0


def init_error():
    return Error()


def checkify(f, errors=user_checks):
    @functools.wraps(f)
    def checked(*args, **kwargs):
        _Checked.depth += 1
        try:
            return Error(), traced_call(f, *args, **kwargs)
        finally:
            _Checked.depth -= 1

    return checked


def _check(pred, msg, fmt_args, fmt_kwargs):
    pred = jnp.asarray(pred)
    if pred.shape != () or pred.dtype != jnp.dtype("bool"):
        raise TypeError(f"check takes a scalar pred as argument, got {pred}")
    for argument in list(fmt_args) + list(fmt_kwargs.values()):
        if not isinstance(argument, (int, float, complex)) and not is_array(argument):
            raise TypeError("Formatting arguments to checkify.check need to be PyTrees of arrays, but got ...")


def check(pred, msg, *fmt_args, debug=False, **fmt_kwargs):
    _check(pred, msg, fmt_args, fmt_kwargs)
    if not debug and not _Checked.depth and is_tracer(pred):
        unknown("a check inside of a traced function that no checkify is around, which JAX refuses when it compiles")


def debug_check(pred, msg, *fmt_args, **fmt_kwargs):
    check(pred, msg, *fmt_args, debug=True, **fmt_kwargs)


def check_error(error):
    if not isinstance(error, Error):
        raise ValueError("The argument to `check_error` must be an instance of `Error`, got ...")
