# Behind an assertion of a test that seems to fail and is believed, what the program says of its objects is open.
import dataclasses
import unittest

import jax.numpy as jnp


class Test(unittest.TestCase):
    def test_width(self):
        setup = None
        self.assertIsNotNone(setup)
        setup = dataclasses.replace(setup, width=3)
        jnp.ones(setup.width)


unittest.main()
