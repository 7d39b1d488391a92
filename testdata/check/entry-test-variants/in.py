import chex
import jax.numpy as jnp
class T(chex.TestCase):
    @chex.variants(with_jit=True, without_jit=True)
    def test_v(self):
        f = self.variant(lambda x: x + jnp.ones(3))
        f(jnp.ones(3))
