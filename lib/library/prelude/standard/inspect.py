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


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature, self.arguments = signature, arguments

    @property
    def args(self):
        given = []
        for name, parameter in self.signature.parameters.items():
            if parameter.kind in (Parameter.VAR_KEYWORD, Parameter.KEYWORD_ONLY) or name not in self.arguments:
                break
            if parameter.kind == Parameter.VAR_POSITIONAL:
                given.extend(self.arguments[name])
            else:
                given.append(self.arguments[name])
        return tuple(given)

    @property
    def kwargs(self):
        given, by_name = {}, False
        for name, parameter in self.signature.parameters.items():
            by_name = by_name or parameter.kind in (Parameter.VAR_KEYWORD, Parameter.KEYWORD_ONLY)
            if name not in self.arguments:
                by_name = True
            elif parameter.kind == Parameter.VAR_KEYWORD:
                given.update(self.arguments[name])
            elif by_name:
                given[name] = self.arguments[name]
        return given

    def apply_defaults(self):
        given = {}
        for name, parameter in self.signature.parameters.items():
            if name in self.arguments:
                given[name] = self.arguments[name]
            elif parameter.default is not _Empty:
                given[name] = parameter.default
            elif parameter.kind == Parameter.VAR_POSITIONAL:
                given[name] = ()
            elif parameter.kind == Parameter.VAR_KEYWORD:
                given[name] = {}
        self.arguments = given


class Signature:
    empty = _Empty

    def __init__(self, parameters):
        self.parameters = {parameter.name: parameter for parameter in parameters}

    def bind(self, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        arguments, left, named = {}, list(args), dict(kwargs)
        rest = None
        for name, parameter in self.parameters.items():
            if parameter.kind == Parameter.VAR_POSITIONAL:
                if left:
                    arguments[name] = tuple(left)
                left = []
            elif parameter.kind == Parameter.VAR_KEYWORD:
                rest = name
            elif left and parameter.kind != Parameter.KEYWORD_ONLY:
                if name in named and parameter.kind != Parameter.POSITIONAL_ONLY:
                    raise TypeError(f"multiple values for argument {name!r}")
                arguments[name] = left.pop(0)
            elif name in named and parameter.kind != Parameter.POSITIONAL_ONLY:
                arguments[name] = named.pop(name)
            elif not partial and parameter.default is _Empty:
                kind = " keyword-only" if parameter.kind == Parameter.KEYWORD_ONLY else ""
                raise TypeError(f"missing a required{kind} argument: {name!r}")
        if left:
            raise TypeError("too many positional arguments")
        if named and rest is None:
            raise TypeError(f"got an unexpected keyword argument {list(named)[0]!r}")
        if named:
            arguments[rest] = named
        return BoundArguments(self, arguments)


def isclass(object):
    return isinstance(object, type) if is_known(object) else unknowable("inspect.isclass(…)", like=True)


def signature(callable, *args, **kwargs):
    known = is_known(callable) and not isinstance(callable, type)
    kinds = parameter_kinds(callable) if known else None
    if kinds is None:
        return unknowable("inspect.signature(…)")
    function = function_of(callable) if is_method(callable) else callable
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    written = parameters_of(function)
    if written is not None and is_method(callable):
        written = written[1:]
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
