import jax
import jax.numpy as jnp
import pytest


@pytest.fixture
def n():
    return 2


@pytest.fixture(name="x")
def make_x(n):
    return jnp.ones((n, 3))


class TestShapes:
    @pytest.fixture
    def n(self, n):
        return n + 1

    def test_hidden(self, x):
        x + jnp.ones((2, 3))


@pytest.mark.usefixtures("n")
@pytest.mark.parametrize("m", range(3, 5))
def test_parameters(x, m):
    x + jnp.ones(m)
