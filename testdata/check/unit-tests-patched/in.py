import unittest
from unittest import mock

import jax.numpy as jnp

import sizes


class WidenTest(unittest.TestCase):
    @mock.patch("sizes.size", lambda: 3)
    def test_by_name(self):
        sizes.widen(jnp.ones(3))

    def test_started(self):
        patch = mock.patch.object(sizes, "size", new=lambda: 3)
        patch.start()
        sizes.widen(jnp.ones(3))
        patch.stop()
        sizes.widen(jnp.ones(4))

    @mock.patch.object(sizes, "widen")
    def test_called(self, widen):
        sizes.widen(jnp.ones(3))
        widen.assert_called_once()

    @mock.patch.dict({"a": 1}, {"b": 2})
    def test_dict(self):
        sizes.widen(jnp.ones(4))


if __name__ == "__main__":
    unittest.main()
