"""click: a script is followed as if it were called without arguments. click 8: decorators.py, core.py."""
from prelude.standard.command_line import said, unsaid

MODULE = "click"


class _Optional:
    """A function with options that stand above it, the last one first."""

    def __init__(self, f, name, make):
        self._function, self._options = (f._function, f._options + [(name, make)]) if isinstance(f, _Optional) else (f, [(name, make)])

    def __call__(self, *args, **kwargs):
        return program_call(self._function, *args, **kwargs)


class _Command:
    def __init__(self, f):
        self.callback = f._function if isinstance(f, _Optional) else f
        self._options = f._options if isinstance(f, _Optional) else []

    def __call__(self, args=None, *more, **options):
        if args is not None or more:
            return unknowable("click.Command(…)")
        made = program_call(self.callback, **{name: make() for name, make in self._options})
        if options.get("standalone_mode", True):
            raise SystemExit(0)
        return made

    def main(self, args=None, **options):
        return self(args)


def _name(names):
    plain = [n for n in names if not n.startswith("-")]
    if plain:
        return plain[0].replace("-", "_")
    return [n for n in names if n.startswith("--") or len(names) == 1][0].split("/")[0].lstrip("-").replace("-", "_").lower()


def _converted(type, default):
    if default is None or not any([type is t for t in (int, float, str, bool)]):
        return default
    return tuple([type(x) for x in default]) if isinstance(default, (list, tuple)) else type(default)


def option(*names, default=None, required=False, is_flag=None, multiple=False, type=None, callback=None, **options):
    name = _name(names)
    flag = is_flag or (is_flag is None and any(["/" in n for n in names]))

    def make():
        if callback is not None:
            return unknowable("click.option(…)")
        value = False if flag and default is None else () if multiple and default is None else default
        if asked_setting(name) is not None:
            return said(name, type(0) if value is None and type is int else value)
        return unsaid(name) if required and value is None else _converted(type, value)

    return lambda f: _Optional(f, name, make)


def argument(name, default=None, required=None, **options):
    return lambda f: _Optional(f, name, lambda: unsaid(name) if default is None else default)


def command(name=None, cls=None, **options):
    return _Command(name) if callable(name) else _Command


def echo(*args, **kwargs):
    return None
