"""Tensors like another. torch: aten/src/ATen/native/TensorFactories.cpp."""
MODULE = "torch._aten"


def aten_empty_like(x, dtype=None):
    return array_of(x._array.shape, x._array.dtype if dtype is None else dtype._array)


aten_randn_like = aten_empty_like
aten_rand_like = aten_empty_like


def aten_zeros_like(x, dtype=None):
    return jnp.zeros(x._array.shape, x._array.dtype if dtype is None else dtype._array)


def aten_ones_like(x, dtype=None):
    return jnp.ones(x._array.shape, x._array.dtype if dtype is None else dtype._array)


def aten_full_like(x, value, dtype=None):
    return jnp.full(x._array.shape, value, x._array.dtype if dtype is None else dtype._array)


def aten_zero(x):
    return jnp.zeros_like(x._array)


def aten_fill(x, value):
    return unheld(x._array) if not isinstance(value, (int, float)) else jnp.full(x._array.shape, value, x._array.dtype)


def aten_copy(x, other, non_blocking=False):
    from_shapes = member("torch._shapes", "check_expands")
    from_shapes(x, other)
    return unheld(x._array)


def aten_random(x, *options, **named):
    return unheld(x._array)


aten_uniform = aten_random
aten_normal = aten_random
aten_bernoulli = aten_random
aten_exponential = aten_random
