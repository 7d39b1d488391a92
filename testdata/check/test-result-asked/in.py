# unittest.main() with exit=False gives what the tests have come to.
import sys
import unittest

import jax.numpy as jnp


class Test(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(jnp.ones((4, 8)).sum(0).shape, (8,))


if __name__ == "__main__":
    test = unittest.main(verbosity=2, exit=False)
    sys.exit(0 if test.result.wasSuccessful() else 1)
