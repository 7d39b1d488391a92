"""
Numbers of the gamma distribution, by Marsaglia and Tsang's method: of each element the loops that draw until
a number is taken. Plans follow them; checks need their types alone. JAX: random/core.py _gamma_impl.
"""
from prelude.random.drawing import exponential_numbers, normal_numbers, uniform_between
from prelude.scipy.incomplete_gamma import sample_slope


def _cube_root_scale(alpha):
    """d and c of the method, for an alpha of at least 1."""
    third = constant(alpha.dtype, number=1 / 3)
    d = alpha - third
    return d, lax.div(third, lax.sqrt(d))


def _draw_positive(key, c, dtype):
    """x of the normal distribution and v = 1 + c x, again until v is positive."""
    zero, one = constant(dtype, number=0), constant(dtype, number=1)

    def turn(state):
        keys = jax.random.split(state[0])
        x = normal_numbers(keys[1], (), dtype)
        return keys[0], x, lax.add(one, lax.mul(x, c))

    return lax.while_loop(lambda state: lax.le(state[2], zero), turn, (key, zero, -one))[1:]


def _draw_cube(key, alpha):
    """v cubed of the pair that is taken."""
    dtype = alpha.dtype
    one = constant(dtype, number=1)
    d, c = _cube_root_scale(alpha)

    def is_refused(state):
        _, x, v, u = state
        quick = lax.sub(one, lax.mul(constant(dtype, number=0.0331), lax.mul(x, x)))
        rest = lax.mul(d, lax.add(lax.sub(one, v), lax.log(v)))
        exact = lax.add(lax.mul(x, constant(dtype, number=0.5)), rest)
        return lax.bitwise_and(lax.ge(u, quick), lax.ge(lax.log(u), exact))

    def turn(state):
        keys = jax.random.split(state[0], 3)
        x, v = _draw_positive(keys[1], c, dtype)
        cube = lax.mul(lax.mul(v, v), v)
        return keys[0], lax.mul(x, x), cube, uniform_between(keys[2], (), dtype, 0.0, 1.0)

    first = (key, constant(dtype, number=0), one, constant(dtype, number=2))
    return d, lax.while_loop(is_refused, turn, first)[2]


def _of_one(key, alpha, logarithm):
    """A number, or its logarithm: of an alpha below 1 that of alpha + 1, times a power of an even number."""
    dtype = alpha.dtype
    zero, one = constant(dtype, number=0), constant(dtype, number=1)
    is_large = lax.ge(alpha, one)
    keys = jax.random.split(key)
    d, cube = _draw_cube(keys[0], lax.select(is_large, alpha, lax.add(alpha, one)))
    if logarithm:
        drawn = lax.neg(exponential_numbers(keys[1], (), dtype))
        boost = lax.mul(drawn, lax.div(one, alpha))
        boost = lax.select(is_large | (drawn == 0), jnp.broadcast_to(zero, boost.shape), boost)
        return lax.add(lax.add(lax.log(d), lax.log(cube)), boost)
    drawn = 1 - uniform_between(keys[1], (), dtype, 0.0, 1.0)
    return lax.mul(lax.mul(d, cube), lax.select(is_large, one, lax.pow(drawn, lax.div(one, alpha))))


def _of_all(key, alphas, logarithm):
    keys = jax.random.split(key, alphas.size)
    drawn = jax.vmap(lambda key, alpha: _of_one(key, alpha, logarithm))(keys, alphas.ravel())
    return drawn.reshape(alphas.shape)


def _slopes(drawn, alphas, logarithm):
    """What each number changes by with its alpha, one after the other as CPUs do it (_gamma_grad)."""
    samples, flat = drawn.reshape(-1), alphas.reshape(-1)
    if logarithm:
        samples = lax.exp(samples)
        least = lax.full_like(samples, float(jnp.finfo(samples.dtype).tiny))
        samples = lax.select(lax.eq(samples, constant(samples.dtype, number=0)), least, samples)

    def slope(pair):
        alpha, sample = pair
        by_alpha = sample_slope(alpha, sample)
        return by_alpha / sample if logarithm else by_alpha

    return lax.map(slope, (flat, samples)).reshape(alphas.shape)


def gamma_numbers(key, alphas, logarithm):
    """For each alpha a number, or its logarithm, with the derivative by alpha, as of 0.10."""
    if release < (0, 10):
        return opaque(alphas, "jax.random.gamma")
    draw = jax.custom_jvp(lambda alphas: _of_all(key, alphas, logarithm))

    def rule(primals, tangents):
        drawn = draw(*primals)
        return drawn, tangents[0] * _slopes(drawn, primals[0], logarithm)

    draw.defjvp(rule)
    return draw(alphas)


def _spread(x, shape, dtype):
    return jnp.broadcast_to(x.astype(dtype), shape)


def plain_gamma(key, shape, dtype, a):
    return gamma_numbers(key, _spread(a, shape, dtype), False)


def log_gamma(key, shape, dtype, a):
    return gamma_numbers(key, _spread(a, shape, dtype), True)


def chi_squares(key, shape, dtype, df):
    """Of half the degrees of freedom (_chisquare)."""
    half = lax.div(df.astype(dtype), constant(dtype, number=2))
    return lax.mul(lax.exp(log_gamma(key, shape, dtype, half)), constant(dtype, number=2))


def f_numbers(key, shape, dtype, above, below):
    """Two of them, each over its degrees of freedom (_f)."""
    keys = jax.random.split(key)
    above, below = above.astype(dtype), below.astype(dtype)
    upper, lower = chi_squares(keys[1], shape, dtype, above), chi_squares(keys[0], shape, dtype, below)
    return lax.div(lax.div(upper, above), lax.div(lower, below))


def t_numbers(key, shape, dtype, df):
    """A normal number, and one of half the degrees of freedom (_t)."""
    keys = jax.random.split(key)
    drawn = normal_numbers(keys[0], shape, dtype)
    half = lax.div(df.astype(dtype), constant(dtype, number=2))
    return drawn * jnp.sqrt(half / plain_gamma(keys[1], shape, dtype, half))


def beta_numbers(key, shape, dtype, a, b):
    """One of two over their sum, which the greater of both is taken out of (_beta)."""
    keys = jax.random.split(key)
    first, second = log_gamma(keys[0], shape, dtype, a), log_gamma(keys[1], shape, dtype, b)
    most = lax.max(first, second)
    first, second = jnp.exp(first - most), jnp.exp(second - most)
    return first / (first + second)
