"""hydra.utils: objects that a configuration names by where their class stands. hydra 1.3: _internal/instantiate/
_instantiate2.py, utils.py."""
from prelude.configuration.omegaconf import DictConfig, ListConfig, OmegaConf

MODULE = "hydra.utils"


def _located(path):
    """What a dotted path stands for, in the project or in a library; or None."""
    if not is_known(path) or not isinstance(path, str):
        return None
    parts = path.split(".")
    for count in range(len(parts) - 1, 0, -1):
        module = project_module(".".join(parts[:count]))
        if module is not None:
            return _inside(module, parts[count:])
    return _inside(library_module(parts[0]), parts[1:])


def _inside(x, names):
    for name in names:
        if is_foreign(x) or not hasattr(x, name):
            return None
        x = getattr(x, name)
    return x


def _made(node, recursive):
    if isinstance(node, DictConfig) and "_target_" in node:
        return instantiate(node)
    return node


def instantiate(config, *args, **kwargs):
    if is_foreign(config):
        return unknowable("hydra.utils.instantiate(…)")
    if config is None:
        return None
    config = OmegaConf.create(config) if isinstance(config, dict) else config
    if not isinstance(config, DictConfig) or "_target_" not in config:
        return unknowable("hydra.utils.instantiate(…)")
    if [name for name in ("_recursive_", "_convert_", "_args_") if name in config or name in kwargs]:
        return unknowable("hydra.utils.instantiate(…)")
    target = _located(config["_target_"])
    given = {key: _made(value, True) for key, value in config.items() if key not in ("_target_", "_partial_")}
    given.update({key: value for key, value in kwargs.items() if key != "_partial_"})
    if target is None or is_foreign(target):
        return unknowable("hydra.utils.instantiate(…)")
    if kwargs.get("_partial_", config.get("_partial_", False)):
        return functools.partial(target, *args, **given)
    return program_call(target, *args, **given)


def call(config, *args, **kwargs):
    return instantiate(config, *args, **kwargs)


def get_class(path):
    found = _located(path)
    return unknowable("hydra.utils.get_class(…)") if found is None else found


def get_method(path):
    found = _located(path)
    return unknowable("hydra.utils.get_method(…)") if found is None else found


def get_object(path):
    found = _located(path)
    return unknowable("hydra.utils.get_object(…)") if found is None else found


def to_absolute_path(path):
    return unknowable("hydra.utils.to_absolute_path(…)")


def get_original_cwd():
    return unknowable("hydra.utils.get_original_cwd(…)")
