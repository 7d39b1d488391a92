"""Logical names of dimensions, and rules that give mesh axes for them. flax 0.12.8: linen/spmd.py."""

MODULE = "flax.core.spmd"

_context = {"rules": ()}
_remembered = {"rules": None, "axes": {}}  # what the rules that were asked last give
_UNASSIGNED = "_unassigned"


class RulesFallback:
    AXIS_IS_UNSHARDED = "axis_is_unsharded"
    RAISE_ERROR = "raise_error"
    NO_CONSTRAINT = "no_constraint"


class _Rules:
    def __init__(self, rules):
        self.rules = rules

    def __enter__(self):
        self.before = _context["rules"]
        _context["rules"] = self.rules

    def __exit__(self, kind, error, trace):
        _context["rules"] = self.before
        return False


def global_mesh():
    """The mesh that annotations are for. flax: core/meta.py, from 0.12.2 on that of jax.set_mesh alone."""
    release = library_release("flax")
    if release >= (0, 12, 2):
        mesh = jax.sharding.get_abstract_mesh()
        return None if mesh.empty else mesh
    mesh = None if release < (0, 11, 1) else context_mesh()
    return thread_mesh() if mesh is None else mesh


def logical_axis_rules(rules):
    return _Rules(rules)


def set_logical_axis_rules(rules):
    _context["rules"] = rules


def get_logical_axis_rules():
    return _context["rules"]


class LogicalRules:
    @property
    def rules(self):
        return _context["rules"]


def _leaves(value):
    if isinstance(value, (tuple, list)):
        result = []
        for part in value:
            result += _leaves(part)
        return result
    return [value] if isinstance(value, str) else []


def _assigned(names, rules):
    """What each dimension gets: axes, None, or that no rule gave any. The same is asked for each parameter and again
    in each run, so that it is remembered of what cannot change."""
    if names is None:
        return None
    rules = _context["rules"] if rules is None else rules
    names = tuple(names) if isinstance(names, P) else names
    if rules is _remembered["rules"] and isinstance(names, tuple):
        axes = _remembered["axes"].get(names)
        if axes is not None:
            return axes
    if not (isinstance(names, tuple) and isinstance(rules, tuple) and is_known(names)):
        return _by_rules(names, rules)
    if _remembered["rules"] != rules:
        _remembered["rules"], _remembered["axes"] = rules, {}
    axes = _remembered["axes"]
    if names not in axes:
        axes[names] = _by_rules(names, rules)
    return axes[names]


def _by_rules(names, rules):
    texts = [name for name in names if isinstance(name, str)]
    if len(set(texts)) < len(texts):
        twice = []
        for name in texts:
            if texts.count(name) > 1 and name not in twice:
                twice.append(name)
        raise ValueError(f"Unsupported: Dimensions {tuple(twice)} occur more than once in array names.")
    if not isinstance(rules, (list, tuple)):
        raise ValueError("Unknown axis rule specification type.")
    names = list(names)
    result = [_UNASSIGNED if isinstance(name, str) else name for name in names]
    used = _leaves([name for name in names if not isinstance(name, str)])
    for rule_name, value in rules:
        if rule_name in names and _is_unassigned(result[names.index(rule_name)]):
            wanted = _leaves(value)
            if not any(axis in used for axis in wanted):
                result[names.index(rule_name)] = value
                used += wanted
    return result


def _is_unassigned(x):
    return isinstance(x, str) and x == _UNASSIGNED


def _spec(given):
    return P(*[None if _is_unassigned(x) else x for x in given]) if _UNASSIGNED in given else P(*given)


def names_to_axes(names, rules=None):
    given = _assigned(names, rules)
    return judged(None if given is None else _spec(given))


def logical_to_mesh_axes(array_dim_names, rules=None):
    return names_to_axes(array_dim_names, rules)


def _is_names(x):
    return isinstance(x, P) or (
        isinstance(x, tuple) and all(n is None or isinstance(n, str) or n == P.UNCONSTRAINED for n in x)
    )


def constrain(x, names, rules=None, mesh=None, fallback=RulesFallback.AXIS_IS_UNSHARDED):
    rules = _context["rules"] if rules is None else rules
    if not rules or names is None:
        return x
    given = _assigned(names, rules)
    open = _UNASSIGNED in given
    if open and fallback == RulesFallback.NO_CONSTRAINT:
        return x
    if open and fallback == RulesFallback.RAISE_ERROR:
        raise ValueError(f"Axis names {tuple(names)} did not match a rule")
    spec = _spec(given)
    if mesh is not None:
        return lax.with_sharding_constraint(x, NamedSharding(mesh, spec))
    return x if global_mesh() is None else lax.with_sharding_constraint(x, spec)


def with_logical_constraint(x, logical_axis_resources, rules=None, mesh=None, fallback=RulesFallback.AXIS_IS_UNSHARDED):
    given = _context["rules"] if rules is None else rules
    if not given or logical_axis_resources is None:
        return x
    if _is_names(logical_axis_resources):
        return jax.tree.map(lambda leaf: constrain(leaf, logical_axis_resources, rules, mesh, fallback), x)
    return program_call(
        jax.tree.map,
        lambda names, leaf: constrain(leaf, names, rules, mesh, fallback),
        logical_axis_resources,
        x,
        is_leaf=_is_names,
    )


axis_rules = logical_axis_rules
set_axis_rules = set_logical_axis_rules
get_axis_rules = get_logical_axis_rules
