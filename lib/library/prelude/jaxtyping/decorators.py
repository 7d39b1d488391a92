"""Annotations of arrays, which say nothing of values: what checks them is left out. jaxtyping 0.3.11:
_decorator.py, _import_hook.py."""

MODULE = "jaxtyping"


def jaxtyped(fn=None, *, typechecker=None):
    return (lambda f: f) if fn is None or isinstance(fn, str) else fn


class install_import_hook:
    def __init__(self, modules, typechecker):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        return None

    def uninstall(self):
        return None
