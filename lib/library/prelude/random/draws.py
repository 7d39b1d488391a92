"""Bits, evenly spread numbers, coins and shuffling. JAX: random/core.py."""
from prelude.random.drawing import (
    as_arrays, check_mode, common_shape, dtype_text, gumbel_numbers, integer_numbers, require_float,
    sampler_sharding, take, uniform_between, uniform_numbers)


def _given_shape(shape):
    """A shape that there must be."""
    if shape is None:
        raise TypeError("'NoneType' object is not iterable")
    return sample_shape(shape)


@function("jax.random", until="0.6.0", without="out_sharding", jitted="within")
@function("jax.random", since="0.6.0", jitted="within")
def bits(key, shape=(), dtype=None, *, out_sharding=None):
    key = prng_key("bits", key)
    dtype = canonical_dtype(dtype, jnp.uint)
    if not jnp.issubdtype(dtype, jnp.unsignedinteger):
        refuse(ValueError, dtype_text("bits", dtype, "an unsigned int"), rule="dtype-mismatch")
    shape = sample_shape(shape)
    canonical_sharding(out_sharding, "bits")
    return take(lambda key: random_bits(key, 8 * dtype.itemsize, shape),
                sampler_sharding(out_sharding, shape), key)


@function("jax.random", until="0.6.0", without="out_sharding", jitted="within")
@function("jax.random", since="0.6.0", jitted="within")
def uniform(key, shape=(), dtype=None, minval=0.0, maxval=1.0, *, out_sharding=None):
    if shape is None:
        _given_shape(shape)
    key = prng_key("uniform", key)
    dtype = canonical_dtype(dtype, float)
    shape = sample_shape(shape)
    canonical_sharding(out_sharding, "uniform")
    require_float("uniform", dtype)
    bounds = as_arrays("uniform", [minval, maxval])
    return take(lambda key, low, high: uniform_numbers(key, shape, dtype, _bound(minval, low, dtype),
                                                       _bound(maxval, high, dtype)),
                sampler_sharding(out_sharding, shape), key, *bounds)


def _bound(given, bound, dtype):
    """A bound that was given: a number of Python stands in what is compiled."""
    return handed(dtype, given) if isinstance(given, (int, float)) else unheld(bound)


def _integer_bound(given, bound):
    bound = bound if jnp.issubdtype(bound.dtype, jnp.integer) else bound.astype(int)
    return _bound(given, bound, bound.dtype)


@function("jax.random", until="0.6.0", without="out_sharding", jitted="within")
@function("jax.random", since="0.6.0", jitted="within")
def randint(key, shape, minval, maxval, dtype=None, *, out_sharding=None):
    if shape is None:
        _given_shape(shape)
    key = prng_key("randint", key)
    dtype = canonical_dtype(dtype, int)
    shape = sample_shape(shape)
    canonical_sharding(out_sharding, "randint")
    if not jnp.issubdtype(dtype, jnp.integer):
        refuse(TypeError, f"randint only accepts integer dtypes, got {dtype.name}",
               rule="dtype-mismatch")
    bounds = as_arrays("randint", [minval, maxval])
    shape = common_shape("randint", shape, [x.shape for x in bounds])
    return take(lambda key, low, high: integer_numbers(key, shape, dtype, _integer_bound(minval, low),
                                                       _integer_bound(maxval, high)),
                sampler_sharding(out_sharding, shape), key, *bounds)


def _normal_within(key, shape, dtype, low, high):
    """Numbers of the normal distribution between bounds (_truncated_normal)."""
    root = constant(dtype, number=math.sqrt(2))
    low, high = low.astype(dtype), high.astype(dtype)
    u = uniform_numbers(key, shape, dtype, lax.erf(low / root), lax.erf(high / root))
    # The bounds are moved by one step: of two scalars, which cost nothing.
    return jnp.clip(root * lax.erf_inv(u), low, high)


@function("jax.random", until="0.6.0", without="out_sharding", jitted="within")
@function("jax.random", since="0.6.0", jitted="within")
def truncated_normal(key, lower, upper, shape=None, dtype=None, *, out_sharding=None):
    key = prng_key("truncated_normal", key)
    dtype = canonical_dtype(dtype, float)
    shape = None if shape is None else sample_shape(shape)
    canonical_sharding(out_sharding, "truncated_normal")
    require_float("truncated_normal", dtype)
    bounds = as_arrays("truncated_normal", [lower, upper])
    shape = common_shape("truncated_normal", shape, [x.shape for x in bounds])
    return take(lambda key, low, high: _normal_within(key, shape, dtype, low, high), out_sharding,
                key, *bounds)


def _coins(key, shape, p, mode):
    """Numbers below p; in the high mode of two draws (_bernoulli)."""
    if mode != "high":
        return uniform_between(key, shape, p.dtype, 0.0, 1.0) < p
    both = uniform_between(key, (2,) + tuple(shape), p.dtype, 0.0, 1.0)
    return both[1] * float(jnp.finfo(p.dtype).eps) < p - both[0]


@function("jax.random", until="0.6.1", without=("mode", "out_sharding"), jitted="within")
@function("jax.random", since="0.6.1", until="0.8.1", without="out_sharding", jitted="within")
@function("jax.random", since="0.8.1", jitted="within")
def bernoulli(key, p=0.5, shape=None, mode="low", *, out_sharding=None):
    if mode is not None and mode not in ("high", "low"):
        raise ValueError(f"got mode={mode!r}, expected 'high' or 'low'")
    key = prng_key("bernoulli", key)
    shape = None if shape is None else sample_shape(shape)
    canonical_sharding(out_sharding, "bernoulli")
    p = require_arrays("bernoulli", p)
    if not jnp.issubdtype(p.dtype, jnp.floating):
        refuse(TypeError, f"bernoulli probability `p` must have a floating dtype, got {p.dtype.name}.",
               rule="dtype-mismatch")
    shape = common_shape("bernoulli", shape, [p.shape])
    return take(lambda key, p: _coins(key, shape, p, mode), out_sharding, key, p)


def _shuffle(key, x, axis):
    """The array sorted along the axis by random numbers, in rounds that grow with it (_shuffle)."""
    for _ in range(math.ceil(3 * math.log(max(1, x.size)) / math.log(2 ** 32 - 1))):
        keys = jax.random.split(key)
        key = keys[0]
        x = lax.sort((random_bits(keys[1], 32, x.shape), x), dimension=axis, num_keys=1)[1]
    return x


def _permuted(key, x, axis, independent):
    if independent or x.ndim == 1:
        return _shuffle(key, x, axis)
    return jnp.take(x, _shuffle(key, jnp.arange(x.shape[axis]), 0), axis, unique_indices=True)


@function("jax.random", until="0.6.0", without="out_sharding", jitted="within")
@function("jax.random", since="0.6.0", jitted="within")
def permutation(key, x, axis=0, independent=False, *, out_sharding=None):
    key = prng_key("permutation", key)
    array = require_arrays("permutation", x)
    axis = canonical_axis(static_int(axis), array.ndim or 1)
    canonical_sharding(out_sharding, "permutation")
    if array.ndim:
        return take(lambda key, x: _permuted(key, x, axis, independent), out_sharding, key, array)
    if not jnp.issubdtype(array.dtype, jnp.integer):
        refuse(TypeError, "x must be an integer or at least 1-dimensional", rule="dtype-mismatch")
    count = concrete_int(x)
    return take(lambda key: _shuffle(key, jnp.arange(count), 0), out_sharding, key)


def _check_weights(p, count):
    p, = promote_dtypes_inexact(require_arrays("choice", p))
    if p.shape == (count,):
        if not is_replicated(p) or release < (0, 5, 3):
            unknown("a choice with these weights is not known")
        return p
    if release < (0, 4, 38):
        refuse(ValueError, "p must be None or match the shape of a", rule="shape-mismatch")
    refuse(ValueError, "p must be None or a 1D vector with the same size as a.shape[axis]. p has "
           f"shape {p.shape} and a.shape[axis] is {count}.", rule="shape-mismatch")


def _check_draws(draws, count, replace):
    if count <= 0:
        refuse(ValueError, "a must be greater than 0 unless no samples are taken",
               rule="shape-mismatch")
    if not replace and draws > count:
        sizes = release >= (0, 4, 38)
        refuse(ValueError, f"Cannot take a larger sample {f'(size {draws}) ' if sizes else ''}than "
               f"population {f'(size {count}) ' if sizes else ''}when 'replace=False'",
               rule="shape-mismatch")


@function("jax.random", until="0.6.2", without="mode", jitted="within")
@function("jax.random", since="0.6.2", jitted="within")
def choice(key, a, shape=(), replace=True, p=None, axis=0, mode=None):
    key = prng_key("choice", key)
    if not isinstance(shape, (list, tuple)):
        raise TypeError(f"shape argument of jax.random.choice must be a sequence, got {shape}")
    array = require_arrays("choice", a)
    axis = canonical_axis(static_int(axis), array.ndim) if array.ndim else 0
    count = array.shape[axis] if array.ndim else concrete_int(a)
    shape = sample_shape(shape)
    draws = math.prod(shape)
    if draws == 0:
        return jnp.zeros(shape, array.dtype)
    _check_draws(draws, count, replace)
    if p is not None:
        p = _check_weights(p, count)
    if p is None and not replace:
        mixed = _permuted(key, array if array.ndim else jnp.arange(count), axis, False)
        result = lax.slice_in_dim(mixed, 0, draws, axis=axis)
    else:
        if replace and p is not None:
            ends = jnp.cumsum(p)
            drawn = ends[-1] * (1 - uniform_between(key, shape, p.dtype, 0.0, 1.0))
            indices = jnp.searchsorted(ends, drawn).astype(int)
        elif replace:
            bounds = [unheld(constant(as_dtype(int), number=bound)) for bound in (0, count)]
            indices = integer_numbers(key, shape, as_dtype(int), *bounds)
        else:
            check_mode(mode)
            weights = gumbel_numbers(key, p.shape, p.dtype, mode) + jnp.log(p)
            indices = lax.top_k(weights, draws)[1]
        result = jnp.take(array, indices, axis) if array.ndim else indices
    return result.reshape(array.shape[:axis] + tuple(shape) + array.shape[axis + 1:])
