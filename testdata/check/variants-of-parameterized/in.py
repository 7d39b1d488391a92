# shardctl: devices=2
import chex
import jax
import jax.numpy as jnp
from absl.testing import absltest, parameterized


class LossTest(parameterized.TestCase):

  def setUp(self):
    super().setUp()
    self.x = jnp.ones((4, 3))

  @chex.all_variants()
  def test_sum(self):
    f = self.variant(lambda x: x.sum(0))
    chex.assert_shape(f(self.x), (3,))

  @chex.all_variants()
  @parameterized.named_parameters(('a', 4), ('b', 5))
  def test_ones(self, n):
    f = self.variant(lambda x: x + jnp.ones((4, 1)))
    chex.assert_shape(f(jnp.ones((4, n))), (4, n))

  @chex.variants(with_jit=True, without_jit=True)
  def test_wrong(self):
    f = self.variant(lambda x: x + jnp.ones((5, 1)))
    f(self.x)


if __name__ == '__main__':
  absltest.main()
