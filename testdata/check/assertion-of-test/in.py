# A failed assertion of a test is open, as its author has seen it hold; what the code under test raises is told.
import unittest

import jax.numpy as jnp


class Test(unittest.TestCase):
    def test_count(self):
        calls = []
        self.assertEqual(len(calls), 1)

    def test_shape(self):
        jnp.ones((2, 3)) + jnp.ones((2, 4))


unittest.main()
