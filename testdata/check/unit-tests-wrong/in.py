import unittest

import jax.numpy as jnp


class Base(unittest.TestCase):
    size = 4

    def test_sum(self):
        x = jnp.ones(3)
        x + jnp.ones(self.size)


class Derived(Base):
    size = 3


if __name__ == "__main__":
    unittest.main()
