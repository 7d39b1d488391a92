"""Parts of a state that are like the parameters. optax 0.2.8: tree_utils/_state_utils.py."""

MODULE = "optax optax.tree_utils"

ParamsPlaceholder = named_tuple_class("_ParamsPlaceholder", [], [])


def tree_map_params(initable, f, state, /, *rest, transform_non_params=None, is_leaf=None):
    init = initable.init if hasattr(initable, "init") else initable

    def mapped(marked, value):
        if isinstance(marked, ParamsPlaceholder):
            return jax.tree.map(f, value, *rest, is_leaf=is_leaf)
        return value if transform_non_params is None else program_call(transform_non_params, value)

    return jax.tree.map(mapped, init(ParamsPlaceholder()), state, is_leaf=lambda v: isinstance(v, ParamsPlaceholder))
