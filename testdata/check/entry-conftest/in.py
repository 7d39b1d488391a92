# pytest runs conftest.py before the file of tests, which may use what it sets.
import jax
import jax.numpy as jnp
import pytest

(cpu, _) = jax.devices()


class TestFixture:
    @pytest.fixture(autouse=True)
    def setUp(self, rng):
        self.x = jax.random.normal(rng, (3,))

    def test_sum(self, generator):
        self.x + jax.device_put(jnp.asarray(generator.normal(size=3)), cpu)
