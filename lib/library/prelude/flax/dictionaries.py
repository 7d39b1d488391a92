"""Nested dicts. flax 0.12.8: core/frozen_dict.py, traverse_util.py."""

MODULE = "flax.core flax.core.frozen_dict"


def freeze(xs):
    return dict(xs)


def unfreeze(x):
    return {key: unfreeze(value) if isinstance(value, dict) else value for key, value in x.items()}


def copy(x, add_or_replace={}):
    return {**x, **add_or_replace}


def pop(x, key):
    rest = dict(x)
    value = rest.pop(key)
    return rest, value
