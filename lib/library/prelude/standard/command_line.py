"""What a program makes of a command line without arguments, but for what --set gives its options."""


def said(name, default):
    """What --set gives an option, in the type of its default."""
    given = asked_setting(name)
    if given is None or default is None:
        return given
    if isinstance(default, bool):
        return given.lower() in ("1", "true", "yes", "y", "t")
    return type(default)(given) if isinstance(default, (int, float, str)) else given


def option(name):
    given = asked_setting(name)
    return unknowable("option " + name + " (see --set)") if given is None else given


def filled_dataclass(cls):
    """An object of a dataclass, whose fields without a default nobody knows."""
    given = {}
    for field in dataclass_fields(cls):
        if not field.has_default:
            given[field.name] = option(field.name)
        elif asked_setting(field.name) is not None:
            given[field.name] = said(field.name, field.default)
    return program_call(cls, **given)


def called_without_arguments(f):
    parameters = parameters_of(f)
    if parameters is None:
        return unknowable()
    given = {}
    for parameter in parameters:
        if len(parameter) == 1:
            given[parameter[0]] = option(parameter[0])
        elif asked_setting(parameter[0]) is not None:
            given[parameter[0]] = said(parameter[0], parameter[1])
    return program_call(f, **given)
