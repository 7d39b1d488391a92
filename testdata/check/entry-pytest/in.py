import functools
import jax
import jax.numpy as jnp
import pytest


def repeated(test):
    @functools.wraps(test)
    def wrapper(*args, **kwargs):
        test(*args, **kwargs)
        test(*args, **kwargs)

    return wrapper


@pytest.fixture(params=[3, pytest.param(5, marks=pytest.mark.skip)])
def size(request):
    return request.param


@pytest.fixture
def x(size, key):
    yield jax.random.normal(key, (size,))


def test_fixtures(x):
    x + jnp.ones(3)


@pytest.mark.parametrize("size", [4], indirect=True)
def test_indirect(x):
    x + jnp.ones(4)


@pytest.mark.parametrize("n", [3, pytest.param(4, marks=pytest.mark.xfail), pytest.param(4, marks=[pytest.mark.skipif(True, reason="")])])
@pytest.mark.parametrize(("a", "b"), [(1, 2), (3, 1)], ids=["p", "q"])
def test_parameters(n, a, b):
    jnp.ones(3) + jnp.ones(n)
    jnp.ones((a, b)) @ jnp.ones((b, 4))


@repeated
@pytest.mark.parametrize("end, n", [(None, 3), (pytest.skip, 4), (pytest.xfail, 4)])
def test_ends(end, n):
    if end is not None:
        end("known")
    with pytest.raises(TypeError, match="incompatible"):
        jnp.ones(3) + jnp.ones(n + 2)
    jnp.ones(3) + jnp.ones(n)


@pytest.mark.parametrize("m", (3, 3.0))
class TestPrepared:
    @pytest.fixture(autouse=True)
    def fill(self, key):
        self.key = key

    def setup_method(self, method):
        self.z = jnp.ones(3)

    def test_prepared(self, m):
        self.z + jax.random.normal(self.key, (3,)) * m
