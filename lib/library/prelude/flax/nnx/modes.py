"""Whether modules are graphs, and what happens in transformations changes them. flax 0.12.8: nnx/graphlib.py
set_graph_mode, nnx/variablelib.py var_defaults."""
MODULE = "flax.nnx flax.nnx.compat"

_modes = {"graph": True, "updates": True, "hijax": False, "ref": False}


class _Set:
    """A mode that is set until the block is left, or while a function is called."""

    def __init__(self, given):
        self._given = given
        self._before = {name: _modes[name] for name in given}
        _modes.update(given)

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        _modes.update(self._before)
        return False

    def __call__(self, f):
        _modes.update(self._before)

        def wrapper(*args, **kwargs):
            with _Set(self._given):
                return program_call(f, *args, **kwargs)

        return functools.wraps(f)(wrapper)


class BaseConfigContext(_Set):
    def __init__(self, value, /):
        _Set.__init__(self, {self._name: value})

    @classmethod
    def current_value(cls):
        return _modes[cls._name]


class set_graph_mode(BaseConfigContext):
    _name = "graph"


class set_graph_updates(BaseConfigContext):
    _name = "updates"


class VarDefaults:
    def __init__(self, hijax, ref):
        self.hijax = hijax
        self.ref = ref

    def __getitem__(self, key):
        return getattr(self, key)


def var_defaults(*, hijax=None, ref=None):
    if hijax is None and ref is None:
        return VarDefaults(_modes["hijax"], _modes["ref"])
    if hijax or ref:
        unknown("nnx.var_defaults of hijax variables or references")
    given = {"hijax": hijax, "ref": ref}
    return _Set({name: value for name, value in given.items() if value is not None})


def is_tree(graph, graph_updates=None):
    """Whether a transformation with these options takes modules for trees like others."""
    return not (_modes["graph"] if graph is None else graph) or not (
        _modes["updates"] if graph_updates is None else graph_updates
    )
