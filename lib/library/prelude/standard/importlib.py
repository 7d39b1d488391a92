"""importlib: modules of the user's own project by name. CPython: Lib/importlib/__init__.py."""
MODULE = "importlib"


def import_module(name, package=None):
    if not is_known(name) or name.startswith("."):
        return unknowable()
    module = project_module(name)
    return unknowable(name) if module is None else module
