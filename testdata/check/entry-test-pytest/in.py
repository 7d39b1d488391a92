import jax.numpy as jnp


class TestSum:
    def setup_class(cls):
        cls.x = jnp.ones(3)

    def setup_method(self, method):
        self.y = jnp.ones(4)

    def test_sum(self):
        self.x + self.y
