"""pytest: what a script that it does not run sees of it, whose tests are functions like any other. pytest 9:
_pytest/mark/structures.py, _pytest/fixtures.py, _pytest/outcomes.py."""
from prelude.standard.importlib import import_module
from prelude.standard.raising import Raised, raise_in

MODULE = "pytest"


class _Mark:
    def __call__(self, *args, **kwargs):
        return args[0] if len(args) == 1 and not kwargs and callable(args[0]) else self

    def with_args(self, *args, **kwargs):
        return self


class _Marks:
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError("Marker name must NOT start with underscore")
        return _Mark()


mark = _Marks()


def fixture(fixture_function=None, *, scope="function", params=None, autouse=False, ids=None, name=None):
    return (lambda function: function) if fixture_function is None else fixture_function


def param(*values, marks=(), id=None):
    return values


class OutcomeException(BaseException):
    """By which a test ends, and is no error of what it tests."""
    _ends_script = True


class Skipped(OutcomeException):
    pass


class Failed(OutcomeException):
    pass


class XFailed(Failed):
    pass


class _Outcome:
    """A function that ends the test by this class, which it has as an attribute."""

    def __init__(self, exception):
        self.Exception = exception

    def __call__(self, reason="", *, allow_module_level=False, pytrace=True):
        if self.Exception is Failed:
            unknown("whether this test fails")
        raise self.Exception(reason)


skip = _Outcome(Skipped)
xfail = _Outcome(XFailed)
fail = _Outcome(Failed)


def exit(reason="", returncode=None):
    raise SystemExit(returncode)


def importorskip(modname, minversion=None, reason=None, *, exc_type=None):
    return import_module(modname)


class ExceptionInfo(Raised):
    @property
    def value(self):
        return self.exception

    @property
    def type(self):
        return type(self.exception)

    def match(self, regexp):
        return True


def raises(expected_exception, *args, match=None, **kwargs):
    raised = ExceptionInfo(expected_exception)
    raise_in(raised, args, kwargs)
    return raised
