from absl.testing import absltest, parameterized
import jax.numpy as jnp
from unittest import mock
import time


class GridTest(parameterized.TestCase):
    @parameterized.product(rows=[4, 5], columns=[2])
    def test_product(self, rows, columns):
        self.assertEqual((jnp.ones((3, rows)) @ jnp.ones((rows, columns))).shape, (3, columns))

    @parameterized.parameters(4, 5)
    def test_one(self, rows):
        jnp.ones((3, rows)) @ jnp.ones((4, 2))

    @parameterized.product(rows=[4], columns=[2])
    def test_all(self, **kwargs):
        self.run_it(**kwargs)

    def run_it(self, rows, columns):
        jnp.ones((3, rows)) @ jnp.ones((rows, columns))

    @parameterized.named_parameters(dict(testcase_name="a", size=3))
    @mock.patch.object(time, "sleep")
    def test_patched(self, sleep, size):
        jnp.ones(size) + jnp.ones(3)
        self.assertTrue(sleep.called)

    def test_plain(self):
        pass
