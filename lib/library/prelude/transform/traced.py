"""Functions that are traced as a whole and change nothing forwards: checkpoint, make_jaxpr, eval_shape.

JAX: ad_checkpoint.py, api.py. Equinox: _jit.py.
"""
from prelude.transform.checkpoint_policies import policy_rule


@function("jax", until="0.10.2", without="static_argnames")
@function("jax", since="0.10.2", until="0.11.0", without="concrete", also="*, concrete")
@function("jax", since="0.11.0", without="concrete")
def checkpoint(fun, *, prevent_cse=True, policy=None, static_argnums=(), concrete=False, static_argnames=()):
    return transformed("jax", "checkpoint", fun, lambda *args, **kwargs: traced_tree(
        checkpointed(fun, static_argnums, static_argnames, args, kwargs, prevent_cse, policy_rule(policy))))


@function("jax", until="0.11.0", also="*, concrete")
@function("jax", since="0.11.0")
def remat(fun, *, prevent_cse=True, policy=None, static_argnums=()):
    return transformed("jax", "remat", fun, lambda *args, **kwargs: traced_tree(
        checkpointed(fun, static_argnums, (), args, kwargs, prevent_cse, policy_rule(policy))))


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
    return types_of_arrays(traced_tree(made))
