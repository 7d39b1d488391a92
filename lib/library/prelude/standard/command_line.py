"""What a program makes of a command line without arguments, but for what --set gives its options."""


def said(name, default):
    """What --set gives an option, in the type of its default."""
    given = asked_setting(name)
    if given is None or default is None:
        return given
    if isinstance(default, bool):
        return given.lower() in ("1", "true", "yes", "y", "t")
    return type(default)(given) if isinstance(default, (int, float, str)) else given


def unsaid(name):
    """What --set gives an option without a default."""
    given = asked_setting(name)
    return unknowable("option " + name + " (see --set)") if given is None else given


def filled_dataclass(cls):
    """An object of a dataclass, whose fields without a default nobody knows."""
    given = {}
    for field in dataclass_fields(cls):
        if not field.has_default:
            given[field.name] = unsaid(field.name)
        elif asked_setting(field.name) is not None:
            given[field.name] = said(field.name, field.default)
    return program_call(cls, **given)


def called_without_arguments(f):
    parameters, kinds = parameters_of(f), dict(parameter_kinds(f) or [])
    if parameters is None:
        return unknowable()
    places, given = [], {}
    for parameter in parameters:
        name = parameter[0]
        if kinds.get(name) == 0:
            alone = len(parameter) == 1
            asked = asked_setting(name) is not None
            places.append(unsaid(name) if alone else said(name, parameter[1]) if asked else parameter[1])
        elif len(parameter) == 1:
            given[name] = unsaid(name)
        elif asked_setting(name) is not None:
            given[name] = said(name, parameter[1])
    return program_call(f, *places, **given)
