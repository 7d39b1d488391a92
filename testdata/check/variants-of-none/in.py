import chex
import jax.numpy as jnp
from absl.testing import absltest, parameterized


class A(parameterized.TestCase):
  @chex.variants(with_jit=True)
  @chex.variants(without_jit=False)
  def test_a(self):
    self.variant(lambda x: x + 1)(jnp.ones(3))


class B(parameterized.TestCase):
  @chex.variants(without_jit=False)
  def test_b(self):
    self.variant(lambda x: x + 1)(jnp.ones(3))


if __name__ == '__main__':
  absltest.main()
