# A test that decorators of the package parameterized give parameters, one of which fails.
import unittest

import jax.numpy as jnp
from parameterized import param, parameterized


class Test(unittest.TestCase):
    @parameterized.expand([(1, 2), (3, 4)])
    def test_products(self, a, b):
        jnp.ones((a, b)) @ jnp.ones((b, 2))

    @parameterized.expand([("two", 2), param("three", n=3)])
    def test_sums(self, _, n):
        jnp.ones(n) + jnp.ones(2)


unittest.main()
