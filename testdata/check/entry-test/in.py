import unittest

import jax.numpy as jnp


class SquareTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rows = 3

    def setUp(self):
        global columns
        columns = 4
        self.x = jnp.ones((self.rows, columns))

    def test_product(self):
        self.assertEqual((self.x @ self.x.T).shape, (self.rows, columns - 1))
        self.x @ self.x
