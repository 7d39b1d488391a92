"""What checks annotations of arrays. jaxtyping 0.3.11: _decorator.py, _import_hook.py."""
from prelude.equinox.modules import Module
from prelude.jaxtyping.checks import fits, is_read
from prelude.jaxtyping.errors import TypeCheckError, _contexts

MODULE = "jaxtyping"


class _Context:
    """In it the names of sizes are bound to these, and isinstance binds more."""

    def __init__(self, sizes):
        self._sizes = sizes

    def __enter__(self):
        _contexts.append(self._sizes)

    def __exit__(self, kind, error, traceback):
        _contexts.pop()


def _remembering(f):
    """The function in a context of its own, in which isinstance binds the names of sizes."""
    if parameters_of(f) is None:
        return f

    @functools.wraps(f)
    def remembering(*args, **kwargs):
        with _Context({}):
            return program_call(f, *args, **kwargs)

    return remembering


def _bound(f, args, kwargs):
    """The arguments by the names of their parameters: those that are given, and all."""
    parameters = parameters_of(f)
    given = {parameter[0]: x for parameter, x in zip(parameters, args)}
    given.update(kwargs)
    return given, {**{p[0]: p[1] for p in parameters if len(p) == 2}, **given}


def _checked_class(cls, strict):
    """Checks what a dataclass is made of: where its own __init__ is called, or once its fields are filled."""
    own = own_member(cls, "__init__")
    if own is not None:
        set_own_member(cls, "__init__", _checked(own, strict))
    annotations = [(name, said) for name, said in array_annotations(cls) if is_read(said)]
    if own is not None or not annotations:
        return cls
    modular = issubclass(cls, Module)  # whose derived classes are dataclasses of their own
    hook = "__check_init__" if modular else "__post_init__"
    inner = getattr(cls, hook, None)

    def check(self):
        checked = type(self) is cls or not modular and inherits_fields(type(self), cls)
        sizes, given = {}, vars(self)
        for f in dataclass_fields(self):
            said = dict(annotations).get(f.name)
            converted = f.metadata and "converter" in f.metadata
            if checked and said and not converted and not fits(said, given[f.name], sizes, given, strict):
                title = f"{cls.__module__}.{cls.__qualname__}.__init__."
                raise TypeCheckError(f"Type-check error whilst checking the parameters of {title}")
        if inner is not None:
            inner(self)

    set_own_member(cls, hook, check)
    return cls


def _checked(f, strict):
    if isinstance(f, type):
        return _checked_class(f, strict) if is_dataclass(f) else f
    annotations = [(name, said) for name, said in array_annotations(f) if is_read(said)]
    if not annotations:
        return _remembering(f)

    @functools.wraps(f)
    def checking(*args, **kwargs):
        sizes = {}
        given, all_given = _bound(f, args, kwargs)
        title = f"{f.__module__}.{f.__qualname__}."
        for name, said in annotations:
            if name in given and not fits(said, given[name], sizes, all_given, strict):
                raise TypeCheckError(f"Type-check error whilst checking the parameters of {title}")
        with _Context(sizes):
            result = program_call(f, *args, **kwargs)
        sizes["return"] = True
        for name, said in annotations:
            if name == "return" and not fits(said, result, sizes, all_given, strict):
                raise TypeCheckError(f"Type-check error whilst checking the return value of {title}")
        return result

    return checking


def jaxtyped(fn=None, *, typechecker=None):
    if isinstance(fn, str):
        return _Context({})
    if is_known(typechecker) and typechecker is None:
        return _remembering if fn is None else _remembering(fn)
    strict = foreign_name(typechecker).startswith("beartype")
    return (lambda f: _checked(f, strict)) if fn is None else _checked(fn, strict)


class install_import_hook:
    def __init__(self, modules, typechecker):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        return None

    def uninstall(self):
        return None
