"""Functions that are traced as a whole and change nothing forwards: checkpoint, make_jaxpr, equinox.filter_jit.

JAX: ad_checkpoint.py, api.py. Equinox: _jit.py.
"""


def _require_callable(name, fun):
    if not callable(fun):
        refuse(TypeError, f"Expected a callable value, got {fun!r}", help=f"give jax.{name} a function")


def _holds(options, option):
    return option in options if isinstance(options, (tuple, list)) else option == options


def _call_traced(fun, static_argnums, static_argnames, args, kwargs):
    args = [x if _holds(static_argnums, i) or _holds(static_argnums, i - len(args)) else traced_tree(x)
            for i, x in enumerate(args)]
    kwargs = {name: x if _holds(static_argnames, name) else traced_tree(x) for name, x in kwargs.items()}
    return traced_call(fun, *args, **kwargs)


def _checkpoint(name, fun, static_argnums, static_argnames):
    _require_callable(name, fun)
    return transformed("jax", name, fun, lambda *args, **kwargs: traced_tree(
        _call_traced(fun, static_argnums, static_argnames, args, kwargs)))


@function("jax", until="0.10.2", without="static_argnames")
@function("jax", since="0.10.2", until="0.11.0", without="concrete", also="*, concrete")
@function("jax", since="0.11.0", without="concrete")
def checkpoint(fun, *, prevent_cse=True, policy=None, static_argnums=(), concrete=False, static_argnames=()):
    return _checkpoint("checkpoint", fun, static_argnums, static_argnames)


@function("jax", until="0.11.0", also="*, concrete")
@function("jax", since="0.11.0")
def remat(fun, *, prevent_cse=True, policy=None, static_argnums=()):
    return _checkpoint("remat", fun, static_argnums, ())


@function("jax")
def make_jaxpr(fun, static_argnums=(), axis_env=None, return_shape=False, abstracted_axes=None):
    _require_callable("make_jaxpr", fun)

    def wrapped(*args, **kwargs):
        if axis_env is not None:
            unknown("make_jaxpr with axis_env=")
        _call_traced(fun, static_argnums, (), arrays_of_types(args), arrays_of_types(kwargs))
        return unknowable("a jaxpr")

    return transformed("jax", "make_jaxpr", fun, wrapped)


@function("equinox")
def filter_jit(fun=..., *, donate="none", inline=False, **jitkwargs):
    if fun is ...:
        return lambda fun: filter_jit(fun, donate=donate, inline=inline, **jitkwargs)
    if len(jitkwargs):
        unknown("options of jax.jit given to filter_jit are not known")
    _require_callable("filter_jit", fun)
    return transformed("equinox", "filter_jit", fun, lambda *args, **kwargs: traced_call(fun, *args, **kwargs))
