from absl.testing import absltest
import jax.numpy as jnp


class SumTest(absltest.TestCase):
    def test_sum(self):
        self.assertEqual(jnp.ones((4, 2)).sum(axis=0).shape, (2,))

    def test_wrong(self):
        jnp.ones((4, 2)) @ jnp.ones((4, 2))


if __name__ == "__main__":
    absltest.main()
