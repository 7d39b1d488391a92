import jax
import numpy as np
import pytest

jax.config.update("jax_num_cpu_devices", 2)


@pytest.fixture
def rng():
    return jax.random.key(0)


@pytest.fixture
def generator():
    return np.random.default_rng(0)
