"""The package parameterized: a test for each of several arguments. parameterized 0.9: parameterized.py."""
from prelude.standard.parameterized import _each, _given

MODULE = "parameterized parameterized.parameterized"


class param:
    def __init__(self, *args, **kwargs):
        self.args, self.kwargs = args, kwargs


def _read(given):
    if isinstance(given, param):
        return given.args, given.kwargs
    return ((given,), {}) if isinstance(given, dict) else _given(given)


def _listed(input):
    return [_read(given) for given in (input() if callable(input) else input)]


class parameterized:
    def __init__(self, input, doc_func=None, skip_on_empty=False):
        self.given = _listed(input)

    def __call__(self, test_func):
        return _each(test_func, self.given)

    @classmethod
    def expand(cls, input, name_func=None, doc_func=None, skip_on_empty=False, namespace=None, **legacy):
        given = _listed(input)
        return lambda test: _each(test, given)
