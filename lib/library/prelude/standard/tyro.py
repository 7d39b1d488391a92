"""tyro: a script is followed as if it were called without arguments. tyro: _cli.py."""
from prelude.standard.command_line import called_without_arguments, filled_dataclass

MODULE = "tyro"


def cli(f, *, prog=None, description=None, args=None, default=None, return_unknown_args=False, **options):
    if default is not None:
        made = default
    elif is_dataclass(f):
        made = filled_dataclass(f)
    elif callable(f):
        made = called_without_arguments(f)
    else:
        made = unknowable()
    return (made, []) if return_unknown_args else made
