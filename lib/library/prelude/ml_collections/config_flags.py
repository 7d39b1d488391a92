"""Configurations as flags. ml_collections 1.1.0: config_flags/config_flags.py."""
from prelude.ml_collections.config_dict import ConfigDict, FrozenConfigDict
from prelude.standard.absl_flags import define_value

MODULE = "ml_collections.config_flags ml_collections.config_flags.config_flags"


def _overridden(config, name):
    """The configuration with what --set gives its fields."""
    fields = config if isinstance(config, (ConfigDict, dict)) and not isinstance(config, FrozenConfigDict) else {}
    for key in list(fields.keys()):
        value, given = fields[key], asked_setting(f"{name}.{key}")
        if isinstance(value, (ConfigDict, dict)):
            _overridden(value, f"{name}.{key}")
        elif given is not None and isinstance(value, bool):
            fields[key] = given.lower() in ("1", "true")
        elif given is not None:
            fields[key] = given if value is None else type(value)(given)
    return config


def DEFINE_config_file(
    name,
    default=None,
    help_string="path to config file.",
    flag_values=None,
    lock_config=True,
    accept_new_attributes=False,
    sys_argv=None,
    **kwargs
):
    if accept_new_attributes and lock_config:
        raise ValueError("`accept_new_attributes=True` requires lock_config=False")
    given = asked_setting(name)
    given = default if given is None else given
    if not isinstance(given, str):
        return define_value(name, unknowable("FLAGS." + name), flag_values=flag_values)
    path, _, argument = given.partition(":")
    parts = [part for part in path.removesuffix(".py").split("/") if part != "."]
    while parts and parts[0] == "..":
        parts = parts[1:]
    named = parts and all([part and "." not in part for part in parts])
    module = project_module(".".join(parts)) if named else None
    if module is None:
        return define_value(name, unknowable("FLAGS." + name), flag_values=flag_values)
    config = _overridden(module.get_config(argument) if argument else module.get_config(), name)
    if lock_config and hasattr(config, "lock"):
        config.lock()
    return define_value(name, config, flag_values=flag_values)


def DEFINE_config_dict(name, config, help_string=None, flag_values=None, lock_config=True, **kwargs):
    if not isinstance(config, ConfigDict):
        raise TypeError("config should be a ConfigDict")
    config = _overridden(config, name)
    return define_value(name, config.lock() if lock_config else config, flag_values=flag_values)


def DEFINE_config_dataclass(name, config, help_string=None, flag_values=None, **kwargs):
    if not is_dataclass(config):
        raise ValueError("Configuration object must be a `dataclass`.")
    if flag_values is not None:
        unknown("a dataclass in other FlagValues, whose arguments set its fields")
    return define_value(name, config, flag_values=flag_values)
