# A failed assertion of a test is open, as its author has seen it hold, and so is what the program says of its objects
# from there on; what the code under test raises is told.
import dataclasses
import unittest

import jax.numpy as jnp


class Test(unittest.TestCase):
    def test_width(self):
        calls, setup = [], None
        self.assertEqual(len(calls), 1)
        setup = dataclasses.replace(setup, width=3)

    def test_shape(self):
        jnp.ones((2, 3)) + jnp.ones((2, 4))


unittest.main()
