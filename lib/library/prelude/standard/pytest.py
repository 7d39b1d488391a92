"""pytest: what a program sees of it; a script's tests are functions like any other. pytest 9:
_pytest/mark/structures.py, _pytest/fixtures.py, _pytest/outcomes.py."""
from prelude.standard.importlib import import_module
from prelude.standard.pytest_tests import Failed, OutcomeException, ParameterSet, Skipped, XFailed, marks_listed, own_marks
from prelude.standard.raising import Raised, raise_in

MODULE = "pytest"


class Mark:
    """A mark, and what puts it on a test, which has it in the list `pytestmark` as one that a class or a file has."""

    def __init__(self, name, args, kwargs):
        self.name, self.args, self.kwargs = name, args, kwargs

    @property
    def mark(self):
        return self

    def __call__(self, *args, **kwargs):
        if len(args) != 1 or kwargs or not (is_function(args[0]) or isinstance(args[0], type)):
            return self.with_args(*args, **kwargs)
        test = args[0]
        setattr(test, "pytestmark", own_marks(test) + [self])
        return test

    def with_args(self, *args, **kwargs):
        return Mark(self.name, self.args + args, {**self.kwargs, **kwargs})


class _Marks:
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError("Marker name must NOT start with underscore")
        return Mark(name, (), {})


mark = _Marks()


def fixture(fixture_function=None, *, scope="function", params=None, autouse=False, ids=None, name=None):
    def marked(function):
        setattr(function, "_prelude_fixture", (name, params, autouse))
        return function

    return marked if fixture_function is None else marked(fixture_function)


def param(*values, marks=(), id=None):
    return ParameterSet(values, marks_listed(marks))


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
    try:
        return import_module(modname)
    except ImportError as error:
        raise Skipped(f"could not import {modname!r}: {error}")


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
