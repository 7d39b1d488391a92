import unittest

import jax
import jax.numpy as jnp
import numpy as np
from absl.testing import absltest, parameterized


class ProductTest(parameterized.TestCase):
    def setUp(self):
        super().setUp()
        self.x = jnp.ones((3, 4))

    @parameterized.parameters((4, 2), {"rows": 4, "columns": 5})
    def test_shape(self, rows, columns):
        y = self.x @ jnp.ones((rows, columns))
        self.assertEqual(y.shape, (3, columns))
        self.assertLen(y, 3)
        np.testing.assert_allclose(y, 4 * np.ones((3, columns)))
        self.assertTrue(jnp.all(y == 4))

    @parameterized.named_parameters(("one", 1), {"testcase_name": "two", "n": 2})
    def test_sum(self, n):
        self.assertIsInstance(jnp.sum(self.x[:n]), jax.Array)
        self.assertAlmostEqual(float(jnp.sum(self.x[:n])), 4.0 * n)

    @parameterized.product(dtype=[jnp.float32, jnp.bfloat16], axis=[0, 1])
    def test_grid(self, dtype, axis):
        with self.subTest(axis=axis):
            self.assertEqual(self.x.astype(dtype).sum(axis).dtype, dtype)

    @parameterized.parameters(3, 5)
    def test_mismatch(self, size):
        with self.assertRaises(TypeError):
            self.x @ jnp.ones((size, 2))
        with self.assertRaisesRegex(TypeError, "dot_general") as raised:
            self.x @ jnp.ones((size, 2))
        self.assertIn("contracting", str(raised.exception))

    @unittest.skip("takes too long")
    def test_skipped(self):
        self.x @ jnp.ones(3)

    def test_skipping(self):
        self.skipTest("not here")
        self.x @ jnp.ones(3)


@parameterized.product(rows=[4, 5], columns=[2])
class GridTest(parameterized.TestCase):
    def test_product(self, rows, columns):
        self.assertEqual((jnp.ones((3, rows)) @ jnp.ones((rows, columns))).shape, (3, columns))


class PlainTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.y = jnp.zeros(3)

    def test_list(self):
        self.assertListEqual([self.y.shape[0]], [3])
        self.addCleanup(jnp.zeros, 4)

    def helper(self):
        self.y @ jnp.ones(4)


if __name__ == "__main__":
    absltest.main()
