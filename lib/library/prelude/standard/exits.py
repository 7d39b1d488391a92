"""sys.exit, exit, quit and unittest.main, which end a script. CPython: sysmodule.c sys_exit,
_sitebuiltins.py Quitter, unittest/main.py TestProgram."""


@function("sys")
def exit(status=None):
    raise SystemExit(status)


@function("builtins", name="exit")
@function("builtins", name="quit")
def quit(code=None):
    raise SystemExit(code)


@function("unittest", takes_unknown=True)
@function("absl.testing.absltest", takes_unknown=True)
def main(*args, exit=True, **kwargs):
    if exit:
        raise SystemExit(0)
    return unknowable("what the tests gave")


@function("<exception>", property=True)
def code(self):
    if not isinstance(self, SystemExit):
        raise AttributeError(f"'{type(self).__name__}' object has no attribute 'code'")
    return self.args[0] if self.args else None
