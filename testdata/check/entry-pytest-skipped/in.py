# shardctl: devices=8
import jax
import jax.numpy as jnp
import pytest
import unittest


@pytest.mark.skipif(jax.device_count() > 1, reason="one device alone")
def test_skipped():
    jnp.ones(3) + jnp.ones(4)


@pytest.mark.xfail(raises=TypeError, strict=True)
def test_failing():
    jnp.ones(3) + jnp.ones(4)


def test_of_others(made_elsewhere):
    jnp.ones(3) + made_elsewhere


class SumTest(unittest.TestCase):
    @unittest.expectedFailure
    def test_failing(self):
        jnp.ones(3) + jnp.ones(4)

    @pytest.mark.skip(reason="for now")
    def test_marked(self):
        jnp.ones(3) + jnp.ones(4)
