import functools, contextlib, jax, jax.numpy as jnp
from unittest import mock
import time
@mock.patch.object(time, "sleep")
def f(sleep, x):
    return x + jnp.ones(3)
@contextlib.contextmanager
def g(x):
    yield x + jnp.ones(3)
