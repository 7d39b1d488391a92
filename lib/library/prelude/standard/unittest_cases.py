"""Tests of unittest, as a script runs them, up to the first that fails. What they compare of values that arrays hold is
believed to hold; that something is raised which is not known to be is not known. CPython: unittest/case.py,
unittest/main.py, unittest/loader.py."""
from prelude.standard.raising import Raised, raise_in


def parameters_of_test(test):
    return getattr(test, "_prelude_parameters", [((), {})])


def variants_of_test(test):
    """The ways of calling a function that chex has the test run with, or None."""
    return getattr(test, "_prelude_variants", None)


class SkipTest(Exception):
    _ends_script = True


def mark_skipped(test):
    setattr(test, "_prelude_skip", True)
    return test


def skip(reason):
    return mark_skipped


def skipIf(condition, reason):
    return mark_skipped if condition else lambda test: test


def skipUnless(condition, reason):
    return lambda test: test if condition else mark_skipped(test)


def expectedFailure(test_item):
    return mark_skipped(test_item)


def _title(first, second):
    if isinstance(first, tuple) and isinstance(second, tuple):
        return "Tuples differ: "
    return "Lists differ: " if isinstance(first, list) and isinstance(second, list) else ""


class _Passed:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False


def _raises(expected, args, kwargs):
    context = Raised(expected, kwargs.pop("msg", None) if not args else None)
    raise_in(context, args, kwargs)
    return None if args else context


class PlainTestCase:
    _of_library = True
    failureException = AssertionError
    maxDiff = None
    longMessage = True

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._cleanups = []

    @classmethod
    def setUpClass(cls):
        return None

    @classmethod
    def tearDownClass(cls):
        return None

    def setUp(self):
        return None

    def tearDown(self):
        return None

    def id(self):
        return f"__main__.{type(self).__name__}.{self._testMethodName}"

    def shortDescription(self):
        return None

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def doCleanups(self):
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            function(*args, **kwargs)

    def enterContext(self, cm):
        result = cm.__enter__()
        self.addCleanup(cm.__exit__, None, None, None)
        return result

    def subTest(self, msg=None, **params):
        return _Passed()

    def skipTest(self, reason):
        raise SkipTest(reason)

    def fail(self, msg=None):
        raise AssertionError(msg)

    def assertTrue(self, expr, msg=None):
        assert expr, msg

    def assertFalse(self, expr, msg=None):
        assert not expr, msg

    def assertEqual(self, first, second, msg=None):
        assert first == second, f"{_title(first, second)}{first!r} != {second!r}"

    def assertNotEqual(self, first, second, msg=None):
        assert first != second, f"{first!r} == {second!r}"

    def assertIs(self, expr1, expr2, msg=None):
        assert expr1 is expr2, f"{expr1!r} is not {expr2!r}"

    def assertIsNot(self, expr1, expr2, msg=None):
        assert expr1 is not expr2, f"unexpectedly identical: {expr1!r}"

    def assertIsNone(self, obj, msg=None):
        assert obj is None, f"{obj!r} is not None"

    def assertIsNotNone(self, obj, msg=None):
        assert obj is not None, "unexpectedly None"

    def assertIn(self, member, container, msg=None):
        assert member in container, f"{member!r} not found in {container!r}"

    def assertNotIn(self, member, container, msg=None):
        assert member not in container, f"{member!r} unexpectedly found in {container!r}"

    def assertIsInstance(self, obj, cls, msg=None):
        assert isinstance(obj, cls), f"{obj!r} is not an instance of {cls!r}"

    def assertNotIsInstance(self, obj, cls, msg=None):
        assert not isinstance(obj, cls), f"{obj!r} is an instance of {cls!r}"

    def assertLess(self, a, b, msg=None):
        assert a < b, f"{a!r} not less than {b!r}"

    def assertLessEqual(self, a, b, msg=None):
        assert a <= b, f"{a!r} not less than or equal to {b!r}"

    def assertGreater(self, a, b, msg=None):
        assert a > b, f"{a!r} not greater than {b!r}"

    def assertGreaterEqual(self, a, b, msg=None):
        assert a >= b, f"{a!r} not greater than or equal to {b!r}"

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        return None

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        return None

    def assertListEqual(self, list1, list2, msg=None):
        self.assertEqual(list1, list2)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertEqual(tuple1, tuple2)

    def assertSetEqual(self, set1, set2, msg=None):
        self.assertEqual(set1, set2)

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertEqual(d1, d2)

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        self.assertEqual(list(seq1), list(seq2))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertEqual(first, second)

    def assertCountEqual(self, first, second, msg=None):
        self.assertEqual(len(list(first)), len(list(second)))

    def assertRegex(self, text, expected_regex, msg=None):
        return None

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        return None

    def assertRaises(self, expected_exception, *args, **kwargs):
        return _raises(expected_exception, args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        return _raises(expected_exception, args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        if args:
            return args[0](*args[1:], **kwargs)
        return _Passed()

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return self.assertWarns(expected_warning, *args, **kwargs)

    def assertLogs(self, logger=None, level=None):
        return _Passed()

    def assertNoLogs(self, logger=None, level=None):
        return _Passed()


def _run_test(case, name, args, kwargs, variant=None):
    test = case(name)
    try:
        test.setUp()
        if variant is None:
            getattr(test, name)(*args, **kwargs)
        elif not getattr(case, "_makes_each", False):
            unknown("a test with variants in a class that is not parameterized.TestCase")
        else:
            getattr(case, name)._prelude_run_variant(test, getattr(test, name), variant, args, kwargs)
        test.tearDown()
        test.doCleanups()
    except SkipTest:
        return None


def _written(case):
    """The classes that the program has written."""
    return [c for c in case.__mro__ if c is not object and own_member(c, "_of_library") is None]


def _variants(case, name):
    variants = variants_of_test(getattr(case, name))
    if variants is None:
        return (None,)
    if not variants and getattr(case, "_makes_each", False):
        raise ValueError(f"No variants selected for test: <function {case.__name__}.{name} at 0x>.")
    return variants or ("",)


def run_tests(case, names):
    case.setUpClass()
    for name in names:
        for args, kwargs in parameters_of_test(getattr(case, name)):
            for variant in _variants(case, name):
                _run_test(case, name, args, kwargs, variant)
    case.tearDownClass()


def is_left_out(case, name):
    """Whether the test, or its class, is one to skip."""
    return getattr(getattr(case, name), "_prelude_skip", False) or getattr(case, "_prelude_skip", False)


def _run_case(case):
    names = sorted({n for c in _written(case) for n in own_members(c) if n.startswith("test")})
    tests = [n for n in names if not is_left_out(case, n)]
    if tests:
        run_tests(case, tests)


def main(module="__main__", defaultTest=None, argv=None, testRunner=None, testLoader=None, exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, **kwargs):
    return run_cases(exit)


class TestProgram:
    result = unknowable("unittest.main(…).result")


def run_cases(exit=True, **kwargs):
    """Runs the tests of the program, unless it is asked for single functions."""
    if asks_entry():
        return None
    for name, case in sorted(program_classes().items(), key=lambda item: item[0]):
        if issubclass(case, PlainTestCase):
            _run_case(case)
    if not exit:
        return TestProgram()
    raise SystemExit(0)
