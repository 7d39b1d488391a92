"""What optimizers are made of. optax 0.2.8: _src/base.py."""
from prelude.optax.numerics import safe_increment
from prelude.optax.squares import square_of_parts

MODULE = "optax optax.schedules optax.transforms"

GradientTransformation = named_tuple_class("GradientTransformation", ["init", "update"], [])


class GradientTransformationExtraArgs(GradientTransformation):
    pass


EmptyState = named_tuple_class("EmptyState", [], [])
Params = object
Updates = object
OptState = object
Schedule = object
ScalarOrSchedule = object
TransformInitFn = object
TransformUpdateFn = object
TransformUpdateExtraArgsFn = object
increment = safe_increment


def need_params(params):
    if params is None:
        raise ValueError(
            "You are using a transformation that requires the current value of parameters, but you are not "
            "passing `params` when calling `update`."
        )


def empty_init(params):
    return EmptyState()


def init_empty_state(params):
    return EmptyState()


def require_keywords(title, values):
    """Raises what Python says of keywords that a call of the function of this name lacks, which are None here."""
    names = [repr(name) for name, value in values.items() if value is None]
    if names:
        last = names[-1] if len(names) == 1 else f"{', '.join(names[:-1])}{',' if len(names) > 2 else ''} and {names[-1]}"
        many = "s" if len(names) > 1 else ""
        raise TypeError(f"{title}() missing {len(names)} required keyword-only argument{many}: {last}")


def tree_map(f, tree, *rest):
    """f of the leaves of trees, in which None is a leaf that stays."""

    def unless_none(x, *others):
        return None if x is None else f(x, *others)

    return jax.tree.map(unless_none, tree, *rest, is_leaf=lambda x: x is None)


def _zeros_of(x, dtype):
    if type(x).__name__ == "function":
        refuse(TypeError, "zeros_like requires ndarray or scalar arguments, got <class 'function'> at position 0.",
               say="a leaf of the parameters is a function, for which there is no optimizer state",
               help="init the arrays alone; of an Equinox model: eqx.filter(model, eqx.is_inexact_array)")
    if isinstance(x, str):
        refuse(TypeError, f"data type {x!r} not understood",
               say="a leaf of the parameters is a text, for which there is no optimizer state",
               help="init the arrays alone; of an Equinox model: eqx.filter(model, eqx.is_inexact_array)")
    return jnp.zeros_like(x, dtype=dtype)


def zeros(tree, dtype=None):
    return jax.tree.map(lambda x: _zeros_of(x, dtype), tree)


def cast(tree, dtype):
    return tree if dtype is None else jax.tree.map(lambda x: x.astype(dtype), tree)


def counter():
    return jnp.zeros([], jnp.int32)


def identity():
    def update_fn(updates, state, params=None):
        return updates, state

    return GradientTransformation(empty_init, update_fn)


def stateless(f):
    def update_fn(updates, state, params=None):
        return f(updates, params), state

    return GradientTransformation(empty_init, update_fn)


def stateless_with_tree_map(f):
    def update_fn(updates, state, params=None):
        if params is None:
            return jax.tree.map(lambda u: f(u, None), updates), state
        return jax.tree.map(f, updates, params), state

    return GradientTransformation(empty_init, update_fn)


def set_to_zero():
    def update_fn(updates, state, params=None):
        return jax.tree.map(jnp.zeros_like, updates), state

    return GradientTransformation(empty_init, update_fn)


def with_extra_args_support(tx):
    if isinstance(tx, GradientTransformationExtraArgs):
        return tx
    try:
        init = tx.init
    except AttributeError as error:
        raise error

    def update(updates, state, params=None, **extra_args):
        return tx.update(updates, state, params)

    return GradientTransformationExtraArgs(init, update)


def global_norm(updates):
    return jnp.sqrt(sum(jnp.sum(square_of_parts(x)) for x in jax.tree.leaves(updates)))


def apply_updates(params, updates):
    def apply(p, u):
        if p is None:
            return None
        return jnp.asarray(p + u).astype(jnp.asarray(p).dtype)

    return jax.tree.map(apply, params, updates, is_leaf=lambda x: x is None)


def incremental_update(new_tensors, old_tensors, step_size):
    return tree_map(lambda new, old: step_size * new + (1.0 - step_size) * old, new_tensors, old_tensors)


def periodic_update(new_tensors, old_tensors, steps, update_period):
    return lax.cond(steps % update_period == 0, lambda _: new_tensors, lambda _: old_tensors, None)
