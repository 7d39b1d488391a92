"""Functions that are given a dataclass of options, for scripts that are called without arguments. pyrallis 0.3: argparsing.py,
wrappers; draccus 0.8: argparsing.py."""
from prelude.standard.command_line import filled_dataclass

MODULE = "pyrallis draccus"


def parse(config_class=None, config_path=None, args=None, **options):
    return filled_dataclass(config_class) if is_dataclass(config_class) and config_path is None and args is None else unknowable("parse(…)")


def wrap(config_path=None, **options):
    def around(f):
        kinds = dict(array_annotations(f) or [])
        classes = [kinds[p[0]] for p in parameters_of(f) or [] if p[0] in kinds]
        known = config_path is None and classes and classes[0][0] == "class" and is_dataclass(classes[0][1])

        def called(*args, **kwargs):
            made = filled_dataclass(classes[0][1]) if known else unknowable("a configuration")
            return program_call(f, made, *args, **kwargs)

        return called

    return around


def field(*, is_mutable=False, **options):
    make = member("dataclasses", "field")
    if "default" in options:
        default = options["default"]
        return make(default_factory=lambda: default) if is_mutable else make(default=default)
    return make(default_factory=options["default_factory"]) if "default_factory" in options else make()
