"""importlib: modules by name. CPython: Lib/importlib/__init__.py."""
MODULE = "importlib"


def _absolute(name, package):
    """The dotted name that one with dots in front is in a package."""
    if not package:
        raise TypeError(
            f"the 'package' argument is required to perform a relative import for {name!r}"
        )
    inner = name.lstrip(".")
    parts = package.split(".")
    outer = parts[: len(parts) - (len(name) - len(inner) - 1)]
    if not outer:
        raise ImportError("attempted relative import beyond top-level package")
    return ".".join(outer + [inner] if inner else outer)


def import_module(name, package=None):
    if not is_known(name) or (name.startswith(".") and not is_known(package)):
        return unknowable()
    if name.startswith("."):
        name = _absolute(name, package)
    module = project_module(name)
    return library_module(name) if module is None else module
