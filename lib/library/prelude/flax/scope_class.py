"""How a program makes a scope of its own. flax 0.12.8: core/scope.py."""
from prelude.flax.core_scopes import bind

MODULE = "flax.core flax.core.scope"


def Scope(variables, rngs=None, name=None, mutable=False, parent=None, path=(), debug_path=(), flags=None):
    if parent is not None:
        unknown("flax.core.Scope with a parent")
    return bind(variables, rngs, mutable, flags)
