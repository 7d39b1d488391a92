import jax
import pytest

jax.config.update("jax_num_cpu_devices", 2)


@pytest.fixture
def rng():
    return jax.random.key(0)
