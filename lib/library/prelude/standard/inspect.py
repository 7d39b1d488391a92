"""inspect: classes and functions of the program. CPython: Lib/inspect.py."""
MODULE = "inspect"


class _Empty:
    """What stands for no default and no annotation."""


class Parameter:
    empty = _Empty
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __init__(self, name, kind, *, default=_Empty, annotation=_Empty):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation


class Signature:
    empty = _Empty

    def __init__(self, parameters):
        self.parameters = {parameter.name: parameter for parameter in parameters}


def isclass(object):
    return isinstance(object, type) if is_known(object) else unknowable("inspect.isclass(…)", like=True)


def signature(callable, *args, **kwargs):
    known = is_known(callable) and not isinstance(callable, type)
    kinds, written = (parameter_kinds(callable), parameters_of(callable)) if known else (None, None)
    if kinds is None:
        return unknowable("inspect.signature(…)")
    named = [name for name, kind in kinds if kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]
    if written is not None and [parameter[0] for parameter in written] != named:
        written = None
    defaults = {parameter[0]: parameter[1] for parameter in written or [] if len(parameter) > 1}
    other = _Empty if written is not None else unknowable("the default of a parameter")
    annotation = unknowable("the annotation of a parameter")
    return Signature(
        [
            Parameter(name, kind, default=defaults.get(name, other), annotation=annotation)
            for name, kind in kinds
        ]
    )
