"""pytest: what a script that it does not run sees of it, whose tests are functions like any other. pytest 9:
_pytest/mark/structures.py, _pytest/fixtures.py, _pytest/outcomes.py."""
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


class _Raised:
    def __init__(self, expected):
        self.expected = expected

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            unknown(f"whether {self.expected} is raised")
        self.value = error
        return issubclass(kind, self.expected)


def raises(expected_exception, *args, match=None, **kwargs):
    if args:
        unknown("pytest.raises of a function")
    return _Raised(expected_exception)
