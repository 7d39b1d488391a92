"""Transformations one after the other, and on parts of a tree. optax 0.2.8: transforms/_combining.py,
_masking.py."""
from prelude.optax.base import (
    GradientTransformation,
    GradientTransformationExtraArgs,
    set_to_zero,
    with_extra_args_support,
)
from prelude.optax.params_maps import ParamsPlaceholder

MODULE = "optax optax.transforms"

MaskedState = named_tuple_class("MaskedState", ["inner_state"], [])
MaskedNode = named_tuple_class("MaskedNode", [], [])
PartitionState = named_tuple_class("PartitionState", ["inner_states"], [])
MultiTransformState = PartitionState


def chain(*args):
    makers = [with_extra_args_support(t) for t in args]

    def init_fn(params):
        return tuple(t.init(params) for t in makers)

    def update_fn(updates, state, params=None, **extra_args):
        if len(makers) != len(state):
            raise ValueError(
                "The number of updates and states has to be the same in chain! Make sure you have called "
                "init first!"
            )
        states = []
        for t, s in zip(makers, state):
            updates, s = t.update(updates, s, params, **extra_args)
            states.append(s)
        return updates, tuple(states)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def named_chain(*transforms):
    names = [name for name, _ in transforms]
    if len(set(names)) != len(names):
        raise ValueError(f"Named transformations must have unique names, but got {names}")
    makers = [(name, with_extra_args_support(t)) for name, t in transforms]

    def init_fn(params):
        return {name: t.init(params) for name, t in makers}

    def update_fn(updates, state, params=None, **extra_args):
        states = {}
        for name, t in makers:
            updates, states[name] = t.update(updates, state[name], params, **extra_args)
        return updates, states

    return GradientTransformationExtraArgs(init_fn, update_fn)


def _masked_tree(tree, mask):
    return jax.tree.map(lambda m, p: p if m else MaskedNode(), mask, tree)


def _is_callable(mask):
    """Whether a mask is a function, and no tree that can be called such as a module of masks."""
    leaves = jax.tree.leaves(mask)
    return len(leaves) > 0 and all(callable(leaf) for leaf in leaves)


def masked(inner, mask, *, mask_compatible_extra_args=False):
    inner = with_extra_args_support(inner)

    def init_fn(params):
        if isinstance(params, ParamsPlaceholder):
            return MaskedState(inner_state=inner.init(params))
        chosen = mask(params) if _is_callable(mask) else mask
        return MaskedState(inner_state=inner.init(_masked_tree(params, chosen)))

    def update_fn(updates, state, params=None, **extra_args):
        chosen = mask(updates) if _is_callable(mask) else mask
        parts = None if params is None else _masked_tree(params, chosen)
        new, inner_state = inner.update(_masked_tree(updates, chosen), state.inner_state, parts, **extra_args)
        result = jax.tree.map(lambda m, made, old: made if m else old, chosen, new, updates)
        return result, MaskedState(inner_state=inner_state)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def partition(transforms, param_labels, *, mask_compatible_extra_args=False):
    makers = {label: with_extra_args_support(t) for label, t in transforms.items()}

    def labels_of(tree):
        return param_labels(tree) if callable(param_labels) else param_labels

    def masks_of(labels, group):
        return jax.tree.map(lambda label: label == group, labels)

    def init_fn(params):
        labels = labels_of(params)
        given = set(jax.tree.leaves(labels))
        if not given.issubset(set(makers.keys())):
            raise ValueError(
                "Some parameters have no corresponding transformation.\n"
                f"Parameter labels: {list(sorted(given))} \n"
                f"Transforms keys: {list(sorted(makers.keys()))} "
            )
        states = {}
        for group, t in makers.items():
            states[group] = masked(t, masks_of(labels, group)).init(params)
        return PartitionState(states)

    def update_fn(updates, state, params=None, **extra_args):
        labels = labels_of(updates)
        states = {}
        for group, t in makers.items():
            part = masked(t, masks_of(labels, group))
            updates, states[group] = part.update(updates, state.inner_states[group], params, **extra_args)
        return updates, PartitionState(states)

    return GradientTransformationExtraArgs(init_fn, update_fn)


def multi_transform(transforms, param_labels, *, mask_compatible_extra_args=False):
    return partition(transforms, param_labels, mask_compatible_extra_args=mask_compatible_extra_args)


def freeze(mask):
    return masked(set_to_zero(), mask)


def selective_transform(optimizer, *, freeze_mask):
    def labels(params):
        mask = freeze_mask(params) if callable(freeze_mask) else freeze_mask
        return jax.tree.map(lambda m: "freeze" if m else "train", mask)

    return partition({"train": optimizer, "freeze": set_to_zero()}, labels)
