"""Configurations as flags. ml_collections 1.1.0: config_flags/config_flags.py."""
from prelude.ml_collections.config_dict import ConfigDict
from prelude.standard.absl_flags import define_value

MODULE = "ml_collections.config_flags ml_collections.config_flags.config_flags"


def DEFINE_config_dict(name, config, help_string=None, flag_values=None, lock_config=True, **kwargs):
    if not isinstance(config, ConfigDict):
        raise TypeError("config should be a ConfigDict")
    return define_value(name, config.lock() if lock_config else config)


def DEFINE_config_dataclass(name, config, help_string=None, flag_values=None, **kwargs):
    if not is_dataclass(config):
        raise ValueError("Configuration object must be a `dataclass`.")
    return define_value(name, config)
