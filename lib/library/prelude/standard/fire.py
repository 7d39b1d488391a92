"""fire: a script is followed as if it were called without arguments. Python Fire: core.py."""
from prelude.standard.command_line import called_without_arguments

MODULE = "fire"


def Fire(component=None, command=None, name=None, serialize=None):
    if component is None or isinstance(component, dict):
        return unknowable()
    return called_without_arguments(component)
