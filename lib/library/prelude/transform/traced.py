"""Functions that are traced as a whole and change nothing forwards: checkpoint, make_jaxpr, eval_shape.

JAX: ad_checkpoint.py, api.py. Equinox: _jit.py.
"""
from prelude.transform.checkpoint_policies import policy_rule


def _checked(static_argnums, args):
    """The numbers of static arguments, which checkpoint looks at when it is called."""
    numbers = (static_argnums,) if isinstance(static_argnums, int) else static_argnums
    if not isinstance(numbers, tuple) or any([not isinstance(i, int) for i in numbers]):
        raise TypeError("the `static_argnums` argument to `jax.checkpoint` / `jax.remat` must be an int, tuple of "
                        f"ints or, bool, but got value {static_argnums}")
    if not all([-len(args) <= i < len(args) for i in numbers]):
        raise ValueError("the `static_argnums` argument to `jax.checkpoint` / `jax.remat` can only take integer values "
                         f"greater than or equal to `-len(args)` and less than `len(args)`, but got {numbers}, while "
                         f"`len(args)` = {len(args)}")
    return static_argnums


@function("jax", until="0.10.2", without="static_argnames")
@function("jax", since="0.10.2", until="0.11.0", without="concrete", also="*, concrete")
@function("jax", since="0.11.0", without="concrete")
def checkpoint(fun, *, prevent_cse=True, policy=None, static_argnums=(), concrete=False, static_argnames=()):
    return transformed("jax", "checkpoint", fun, lambda *args, **kwargs: traced_tree(
        checkpointed(fun, _checked(static_argnums, args), static_argnames, args, kwargs, prevent_cse, policy_rule(policy))))


@function("jax", until="0.11.0", also="*, concrete")
@function("jax", since="0.11.0")
def remat(fun, *, prevent_cse=True, policy=None, static_argnums=()):
    return transformed("jax", "remat", fun, lambda *args, **kwargs: traced_tree(
        checkpointed(fun, _checked(static_argnums, args), (), args, kwargs, prevent_cse, policy_rule(policy))))


@function("jax")
def make_jaxpr(fun, static_argnums=(), axis_env=None, return_shape=False, abstracted_axes=None):
    def wrapped(*args, **kwargs):
        if axis_env is not None:
            unknown("make_jaxpr with axis_env=")
        call_with_static(fun, static_argnums, (), arrays_of_types(args), arrays_of_types(kwargs))
        return unknowable("a jaxpr")

    return transformed("jax", "make_jaxpr", fun, wrapped)


@function("jax", takes_unknown=True)
def eval_shape(fun, /, *args, **kwargs):
    made = traced_before(fun, *arrays_of_types(args), **arrays_of_types(kwargs))
    return types_of_arrays(traced_tree(arrays_of_types(made)))
