"""Rules of logical names, those of the context and of a variable together. flax 0.12.8: core/spmd.py."""
from prelude.flax.logical import get_logical_axis_rules

MODULE = "flax.core.spmd"


def _pairs(rules):
    try:
        return {alias: on_mesh for alias, on_mesh in rules}
    except ValueError as error:
        raise error


def composite_rules(rule1, rule2):
    release = library_release("flax")
    if release >= (0, 11, 2) and not (rule1 and rule2):
        return rule1 or rule2 or ()
    rules = _pairs(rule1)
    for alias, value in (rule2 or () if release >= (0, 11, 1) else rule2):
        if alias in rules and rules[alias] != value:
            raise ValueError(f"Inconsistent logical axis annotations for {alias}: {rules[alias]} vs {value}")
        rules[alias] = value
    return tuple(rules.items())


def from_sharding_rules(sharding, sharding_rules):
    rules = _pairs(sharding_rules)
    return tuple(rules.get(str(name), name) if name else name for name in sharding)


def map_sharding(f, sharding):
    """What says a sharding in a form that flax reads, with each of its axes in another's place; else None."""
    if isinstance(sharding, NamedSharding):
        return NamedSharding(sharding.mesh, map_sharding(f, sharding.spec))
    if isinstance(sharding, (tuple, P)):
        return P(*map(f, sharding))
    return None


def apply_rules(sharding, sharding_rules):
    rules = _pairs(composite_rules(get_logical_axis_rules(), sharding_rules))
    return map_sharding(lambda name: rules.get(name, name), sharding)


def placed_spec(names, sharding_rules):
    """How a variable of these names is placed when it is made; of a list from 0.12.6 on None."""
    if library_release("flax") >= (0, 12, 6):
        return apply_rules(names, sharding_rules)
    return P(*from_sharding_rules(names, composite_rules(get_logical_axis_rules(), sharding_rules)))


def get_pspec(sharding, sharding_rules=None):
    return judged(apply_rules(sharding, sharding_rules))
