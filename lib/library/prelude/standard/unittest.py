"""unittest. CPython: unittest/case.py."""
from prelude.standard.unittest_cases import PlainTestCase, SkipTest, expectedFailure, main, skip, skipIf, skipUnless

MODULE = "unittest"


class TestCase(PlainTestCase):
    _of_library = True
