"""sys.exit, exit and quit, which end a script. CPython: sysmodule.c sys_exit, _sitebuiltins.py
Quitter."""


@function("sys")
def exit(status=None):
    raise SystemExit(status)


@function("builtins", name="exit")
@function("builtins", name="quit")
def quit(code=None):
    raise SystemExit(code)


@function("<exception>", property=True)
def code(self):
    if not isinstance(self, SystemExit):
        raise AttributeError(f"'{type(self).__name__}' object has no attribute 'code'")
    return self.args[0] if self.args else None
