import unittest

import jax.numpy as jnp
from testing_tools import each_size


@each_size(4, 5)
class SumTest(unittest.TestCase):
    def test_sum(self, size):
        self.assertEqual(jnp.ones((size, 2)).sum(), 2 * size)


if __name__ == "__main__":
    unittest.main()
