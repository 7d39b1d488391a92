"""sys.exit, exit and quit, which end a script. CPython: sysmodule.c sys_exit, _sitebuiltins.py
Quitter."""


@function("sys", takes_unknown=True)
def exit(status=None):
    raise SystemExit(None if is_foreign(status) else status)


@function("builtins", name="exit", takes_unknown=True)
@function("builtins", name="quit", takes_unknown=True)
def quit(code=None):
    raise SystemExit(None if is_foreign(code) else code)


@function("<exception>", property=True)
def code(self):
    if not isinstance(self, SystemExit):
        raise AttributeError(f"'{type(self).__name__}' object has no attribute 'code'")
    return self.args[0] if self.args else None
