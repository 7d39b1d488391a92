"""Flags of a script by their defaults. mlxu 0.2: config.py, utils.py."""
from prelude.standard.absl_flags import FLAGS, define_value
from prelude.standard.command_line import said

MODULE = "mlxu mlxu.jax_utils"


def define_flags_with_default(**kwargs):
    for name, value in kwargs.items():
        given = asked_setting(name)
        define_value(name, value if given is None else said(name, value))
    return FLAGS, kwargs


def run(main):
    return member("absl.app", "run")(main)


def _flattened(prefix, value):
    if is_foreign(value) or not hasattr(value, "items"):
        return {prefix: value}
    made = {}
    for name, part in value.items():
        made.update(_flattened(f"{prefix}.{name}", part))
    return made


def get_user_flags(flags, flags_def):
    made = {}
    for name in flags_def:
        made.update(_flattened(name, getattr(flags, name)))
    return made


class Timer:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None

    def __call__(self):
        return unknowable("mlxu.Timer()", 0.0)


class JaxRNG:
    def __init__(self, rng):
        self.rng = rng

    @classmethod
    def from_seed(cls, seed):
        return cls(jax.random.PRNGKey(seed))

    def __call__(self, keys=None):
        count = 1 if keys is None else keys if isinstance(keys, int) else len(keys)
        parts = jax.random.split(self.rng, num=count + 1)
        self.rng = parts[0]
        if keys is None:
            return parts[1]
        return tuple(parts[1:]) if isinstance(keys, int) else {key: part for key, part in zip(keys, parts[1:])}


_made = {}  # the generator of the whole program


def init_rng(seed):
    _made["rng"] = JaxRNG.from_seed(seed)


def set_random_seed(seed):
    init_rng(seed)


def next_rng(*args, **kwargs):
    return _made["rng"](*args, **kwargs) if "rng" in _made else unknowable("mlxu.next_rng(…)")


def wrap_function_with_rng(rng):
    kept = JaxRNG(rng)
    return lambda function: lambda *args, **kwargs: program_call(function, kept(), *args, **kwargs)


class WandBLogger:
    @staticmethod
    def get_default_config(updates=None):
        made = member("ml_collections", "ConfigDict")()
        made.online, made.prefix, made.project, made.output_dir = False, "", "mlxu", "/tmp/mlxu"
        made.experiment_id, made.entity, made.notes = None, None, ""
        if updates is not None:
            made.update(member("ml_collections", "ConfigDict")(updates).copy_and_resolve_references())
        return made

    def __init__(self, config=None, variant=None, enable=True):
        self.config = config

    def log(self, *args, **kwargs):
        return None

    def save_pickle(self, obj, filename):
        return None

    @property
    def experiment_id(self):
        return unknowable("an identifier")

    @property
    def output_dir(self):
        return unknowable("a folder")


def collect_metrics(metrics, names, prefix=None):
    collected = {name: jnp.mean(metrics[name]) for name in names if name in metrics}
    return collected if prefix is None else {f"{prefix}/{name}": value for name, value in collected.items()}


def prefix_metrics(metrics, prefix):
    return {f"{prefix}/{name}": value for name, value in metrics.items()}
