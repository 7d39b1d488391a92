"""absl.testing.parameterized: a test for each of several arguments. Abseil: testing/parameterized.py."""
from prelude.standard.unittest_cases import parameters_of_test

MODULE = "absl.testing.parameterized"


class TestCase(member("absl.testing.absltest", "TestCase")):
    """Of a test that is several it makes as many, whatever has made it so."""
    _of_library = True
    _makes_each = True


def _given(params):
    if isinstance(params, dict):
        return (), dict(params)
    if isinstance(params, (tuple, list)):
        return tuple(params), {}
    return (params,), {}


def _named(params):
    if isinstance(params, dict):
        return (), {k: v for k, v in params.items() if k != "testcase_name"}
    return tuple(params[1:]), {}


def _listed(testcases):
    single = len(testcases) == 1 and not isinstance(testcases[0], (tuple, dict))
    return list(testcases[0]) if single else list(testcases)


def _each(test, given):
    if isinstance(test, type):
        for name, member in own_members(test).items():
            if name.startswith("test") and is_function(member):
                _each(member, given)
        return test
    before = parameters_of_test(test)
    setattr(test, "_prelude_parameters", [(a + b, {**k, **l}) for a, k in given for b, l in before])
    return test


def parameters(*testcases):
    return lambda test: _each(test, [_given(params) for params in _listed(testcases)])


def named_parameters(*testcases):
    return lambda test: _each(test, [_named(params) for params in _listed(testcases)])


def product(*kwargs_seqs, **testgrid):
    given = [{}]
    for seq in kwargs_seqs:
        given = [{**k, **l} for k in given for l in seq]
    for name, values in testgrid.items():
        given = [{**k, name: value} for k in given for value in values]
    return lambda test: _each(test, [((), k) for k in given])
