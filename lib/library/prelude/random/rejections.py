"""
Distributions whose numbers are drawn until they are taken, for all elements together, or computed of even
ones: the steps of which plans are made. JAX: random/core.py.
"""
from prelude.random.drawing import normal_numbers, uniform_between


def _filled(like, shape, number, dtype=None):
    dtype = like.dtype if dtype is None else dtype
    return jnp.broadcast_to(constant(dtype, number=number), shape)


def _until_all(is_open, turn, first, most):
    """Turns until none is open, at most so many; states begin with the number of the turn."""
    return lax.while_loop(lambda state: is_open(state).any() & (state[0] < most), turn, first)


def _poisson_of_products(key, lam, shape, dtype, most):
    """How many even numbers can be multiplied before the product is small (_poisson_knuth)."""
    def turn(state):
        i, k, key, product = state
        keys = jax.random.split(key)
        k = lax.select(product > -lam, k + 1, k)
        u = uniform_between(keys[1], shape, jnp.float32, 0.0, 1.0)
        return i + 1, k, keys[0], product + jnp.log(u)

    first = (0, _filled(lam, shape, 0, dtype), key, _filled(lam, shape, 0))
    return (_until_all(lambda state: state[3] > -lam, turn, first, most)[1] - 1).astype(dtype)


def _poisson_of_rejections(key, lam, shape, dtype, most):
    """Hoermann's transformed rejection (_poisson_rejection)."""
    log_lam = lax.log(lam)
    b = 0.931 + 2.53 * lax.sqrt(lam)
    a = -0.059 + 0.02483 * b
    inverse = 1.1239 + 1.1328 / (b - 3.4)
    limit = 0.9277 - 3.6224 / (b - 2)

    def turn(state):
        i, taken, accepted, key = state
        keys = jax.random.split(key, 3)
        u = uniform_between(keys[1], shape, lam.dtype, 0.0, 1.0) - 0.5
        v = uniform_between(keys[2], shape, lam.dtype, 0.0, 1.0)
        rest = 0.5 - abs(u)
        k = lax.floor((2 * a / rest + b) * u + lam + 0.43)
        s = lax.log(v * inverse / (a / (rest * rest) + b))
        t = -lam + k * log_lam - lax.lgamma(k + 1)
        quick = (rest >= 0.07) & (v <= limit)
        refused = (k < 0) | ((rest < 0.013) & (v > rest))
        accept = quick | (~refused & (s <= t))
        return i + 1, lax.select(accept, k, taken), accepted | accept, keys[0]

    first = (0, _filled(lam, shape, -1), _filled(lam, shape, False, jnp.bool_), key)
    return _until_all(lambda state: ~state[2], turn, first, most)[1].astype(dtype)


def poisson_numbers(key, shape, dtype, lam):
    """Both ways, of which each element takes one (_poisson)."""
    lam = jnp.broadcast_to(lam.astype(jnp.float32), shape)
    small = (lam != lam) | (lam < 10)
    most = int(jnp.iinfo(dtype).max)
    rare = _poisson_of_products(key, lax.select(small, lam, _filled(lam, shape, 0)), shape, dtype, most)
    often = _poisson_of_rejections(key, lax.select(small, _filled(lam, shape, 1e5), lam), shape, dtype,
                                   most)
    result = lax.select(small, rare, often)
    return lax.select(lam == 0, jnp.zeros_like(result), result)


_STIRLING = (0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
             0.0166446911898211, 0.0138761288230707, 0.0118967099458917, 0.0104112652619720,
             0.00925546218271273, 0.00833056343336287)


def _stirling_tail(k):
    """What Stirling's formula leaves out: of small numbers from a table (_stirling_approx_tail)."""
    table = jnp.array(_STIRLING, dtype=k.dtype)
    small = k <= 9
    k = lax.clamp(constant(k.dtype, number=0), k, constant(k.dtype, number=9))
    square = (k + 1) * (k + 1)
    formula = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)
    return lax.select(small, table[jnp.floor(k).astype(jnp.int32)], formula)


def _binomial_of_waits(key, count, prob, shape, dtype, most):
    """How many waits fit into the count (_binomial_inversion)."""
    log_rest = jnp.log1p(-prob)

    def turn(state):
        i, waits, total, key = state
        keys = jax.random.split(key)
        waits = lax.select(total <= count, waits + 1, waits)
        u = uniform_between(keys[0], shape, prob.dtype, 0.0, 1.0)
        return i + 1, waits, total + jnp.ceil(jnp.log(u) / log_rest), keys[1]

    first = (0, _filled(prob, shape, 0), _filled(prob, shape, 0), key)
    return (_until_all(lambda state: state[2] <= count, turn, first, most)[1] - 1).astype(dtype)


def _binomial_of_rejections(key, count, prob, shape, dtype, most):
    """Hoermann's transformed rejection (_btrs)."""
    deviation = jnp.sqrt(count * prob * (1 - prob))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * prob
    c = count * prob + 0.5
    limit = 0.92 - 4.2 / b
    odds = prob / (1 - prob)
    alpha = (2.83 + 5.1 / b) * deviation
    m = jnp.floor((count + 1) * prob)

    def turn(state):
        i, taken, accepted, key = state
        keys = jax.random.split(key, 3)
        u = uniform_between(keys[1], shape, prob.dtype, 0.0, 1.0)
        v = uniform_between(keys[2], shape, prob.dtype, 0.0, 1.0)
        u = u - 0.5
        rest = 0.5 - jnp.abs(u)
        quick = (rest >= 0.07) & (v <= limit)
        k = jnp.floor((2 * a / rest + b) * u + c)
        refused = (k < 0) | (k > count)
        v = jnp.log(v * alpha / (a / (rest * rest) + b))
        bound = ((m + 0.5) * jnp.log((m + 1) / (odds * (count - m + 1)))
                 + (count + 1) * jnp.log((count - m + 1) / (count - k + 1))
                 + (k + 0.5) * jnp.log(odds * (count - k + 1) / (k + 1))
                 + _stirling_tail(m) + _stirling_tail(count - m)
                 - _stirling_tail(k) - _stirling_tail(count - k))
        accept = quick | (~refused & (v <= bound))
        return i + 1, lax.select(accept, k, taken), accepted | accept, keys[0]

    first = (0, _filled(prob, shape, -1), _filled(prob, shape, False, jnp.bool_), key)
    return _until_all(lambda state: ~state[2], turn, first, most)[1].astype(dtype)


def binomial_numbers(key, shape, dtype, count, prob):
    """Both ways, of the rarer outcome; what is no number stays none (_binomial)."""
    prob, = promote_dtypes_inexact(prob)
    count = jnp.broadcast_to(count.astype(prob.dtype), shape)
    prob = jnp.broadcast_to(prob, shape)
    rare = prob < 0.5
    q = lax.select(rare, prob, 1.0 - prob)
    no_count = (count != count) | (count < 0.0)
    endless = jnp.isinf(count)
    no_prob, negative = q != q, q < 0.0
    q = lax.select(no_prob | negative, _filled(q, shape, 0.01), q)
    by_waits = no_count | (count * q <= 10.0)
    count = jnp.floor(count)
    few = lax.select(by_waits, count, _filled(count, shape, 0))
    many = lax.select(by_waits, _filled(count, shape, 1e4), count)
    half = lax.select(by_waits, _filled(q, shape, 0.5), q)
    most = int(jnp.iinfo(jnp.int32).max)
    drawn = lax.select(by_waits, _binomial_of_waits(key, few, q, shape, dtype, most),
                       _binomial_of_rejections(key, many, half, shape, dtype, most))
    invalid = negative | no_prob | no_count
    drawn = lax.select(invalid, _filled(drawn, shape, float("nan")), drawn)
    drawn = lax.select(endless & ~invalid, _filled(drawn, shape, float("inf")), drawn)
    return lax.select(rare | no_count | no_prob | endless, drawn, count.astype(dtype) - drawn)


def geometric_numbers(key, shape, dtype, p):
    p, = promote_dtypes_inexact(p)
    u = uniform_between(key, shape, p.dtype, 0.0, 1.0)
    log_u = lax.log(jnp.where(u == 0, 1, u))
    log_rest = jnp.broadcast_to(lax.log1p(-p), shape)
    return (lax.floor(lax.div(log_u, log_rest)) + 1).astype(dtype)


def wald_numbers(key, shape, dtype, mean):
    keys = jax.random.split(key)
    mean = jnp.broadcast_to(mean.astype(dtype), shape)
    v, z = normal_numbers(keys[0], shape, dtype), uniform_between(keys[1], shape, dtype, 0.0, 1.0)
    y = lax.integer_pow(v, 2)
    square = lax.integer_pow(mean, 2)
    root = lax.sqrt(4 * mean * y + square * lax.integer_pow(y, 2))
    x = mean + square * y / 2 - mean / 2 * root
    return lax.select(lax.le(z, mean / (mean + x)), x, square / x)


def triangular_numbers(key, shape, dtype, left, mode, right):
    left, mode, right = [jnp.broadcast_to(x.astype(dtype), shape) for x in (left, mode, right)]
    share = (mode - left) / (right - left)
    u = uniform_between(key, shape, dtype, 0.0, 1.0)
    rising = left + lax.sqrt(u * (right - left) * (mode - left))
    falling = right - lax.sqrt((1 - u) * (right - left) * (right - mode))
    return lax.select(u < share, rising, falling)
