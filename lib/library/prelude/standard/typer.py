"""typer: a script is followed as if it were called without arguments. typer 0.12: main.py, params.py."""
from prelude.standard.command_line import said, unsaid

MODULE = "typer"


class _Parameter:
    def __init__(self, default):
        self.default = default


def Option(default=..., *names, **options):
    return _Parameter(default)


def Argument(default=..., **options):
    return _Parameter(default)


def _called(f):
    parameters = parameters_of(f)
    if parameters is None:
        return unknowable()
    given = {}
    for parameter in parameters:
        name, default = parameter[0], parameter[1] if len(parameter) > 1 else ...
        default = default.default if isinstance(default, _Parameter) else default
        given[name] = unsaid(name) if default is ... else default if asked_setting(name) is None else said(name, default)
    return program_call(f, **given)


def run(function):
    return _called(function)


class Typer:
    def __init__(self, **options):
        self._commands, self._callback = [], None

    def command(self, name=None, **options):
        def add(f):
            self._commands.append(f)
            return f

        return add

    def callback(self, *args, **options):
        return unknown("a callback of typer")

    def __call__(self, *args, **kwargs):
        return _called(self._commands[0]) if len(self._commands) == 1 else unknowable("typer.Typer(…)")


def echo(*args, **kwargs):
    return None
