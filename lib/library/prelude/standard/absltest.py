"""absl.testing.absltest: unittest with more to assert. Abseil: testing/absltest.py."""
from prelude.standard.absl_flags import FLAGS
from prelude.standard.unittest_cases import PlainTestCase, SkipTest, expectedFailure, run_cases, skip, skipIf, skipUnless

MODULE = "absl.testing.absltest"


class TestCase(PlainTestCase):
    _of_library = True

    def enter_context(self, manager):
        return self.enterContext(manager)

    def assertEmpty(self, container, msg=None):
        assert len(container) == 0, f"{container!r} has length of {len(container)}."

    def assertNotEmpty(self, container, msg=None):
        assert len(container) != 0, f"{container!r} has length of 0."

    def assertLen(self, container, expected_len, msg=None):
        assert len(container) == expected_len, f"{container!r} has length of {len(container)}, expected {expected_len}."

    def assertSequenceAlmostEqual(self, expected_seq, actual_seq, places=None, msg=None, delta=None):
        return None

    def assertContainsSubset(self, expected_subset, actual_set, msg=None):
        assert set(expected_subset) <= set(actual_set), "Missing elements"

    def assertNoCommonElements(self, expected_seq, actual_seq, msg=None):
        assert not set(expected_seq) & set(actual_seq), "Common elements"

    def assertItemsEqual(self, expected_seq, actual_seq, msg=None):
        self.assertCountEqual(expected_seq, actual_seq)

    def assertSameElements(self, expected_seq, actual_seq, msg=None):
        assert set(expected_seq) == set(actual_seq), "elements differ"

    def assertBetween(self, value, minv, maxv, msg=None):
        assert minv <= value <= maxv, f"{value!r} unexpectedly not between {minv!r} and {maxv!r}"

    def assertStartsWith(self, actual, expected_start, msg=None):
        assert actual.startswith(expected_start), f"{actual!r} does not start with {expected_start!r}"

    def assertEndsWith(self, actual, expected_end, msg=None):
        assert actual.endswith(expected_end), f"{actual!r} does not end with {expected_end!r}"

    def assertRaisesWithLiteralMatch(self, expected_exception, expected_exception_message, *args, **kwargs):
        return self.assertRaises(expected_exception, *args, **kwargs)

    def assertRaisesRegexp(self, expected_exception, expected_regex, *args, **kwargs):
        return self.assertRaises(expected_exception, *args, **kwargs)

    def assertDictContainsSubset(self, subset, dictionary, msg=None):
        for key, value in subset.items():
            self.assertEqual(dictionary[key], value)

    def assertDataclassEqual(self, first, second, msg=None):
        self.assertEqual(first, second)


def main(*args, **kwargs):
    FLAGS.mark_as_parsed()
    run_cases(**kwargs)
