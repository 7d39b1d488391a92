"""
The incomplete gamma functions, and what draws of the gamma distribution change by with alpha: loops over all
elements together, until none is open. Plans follow them. JAX: lax/special.py igamma_impl and its kin.
"""
# What is computed: the value, its derivative by a, or that of a sample.
_VALUE = 0
_DERIVATIVE = 1
_OF_SAMPLE = 2


def _as(like, number):
    return constant(like.dtype, number=number)


def _full(like, number):
    return lax.full_like(like, number)


def _where_open(is_open, new, old):
    """States that only elements that are open change."""
    return tuple([lax.select(is_open, x, y) for x, y in zip(new, old)])


def _series(ax, x, a, is_open, kind):
    """JAX: _igamma_series."""
    epsilon = float(jnp.finfo(x.dtype).eps)

    def turn(state):
        is_open, r, c, total, x, dc, dtotal = state
        r = r + _as(r, 1.0)
        dc = dc * (x / r) - (c * x) / (r * r)
        dtotal = dtotal + dc
        c = c * (x / r)
        total = total + c
        change = c / total if kind == _VALUE else lax.abs(dc / dtotal)
        goes_on = lax.bitwise_and(is_open, change > epsilon)
        return (goes_on,) + _where_open(is_open, (r, c, total, x, dc, dtotal), state[1:])

    first = (is_open, a, _full(a, 1), _full(a, 1), x, _full(a, 0), _full(a, 0))
    last = lax.while_loop(lambda state: state[0].any(), turn, first)
    total, dtotal = last[3], last[6]
    if kind == _VALUE:
        return (total * ax) / a
    slope = lax.log(x) - lax.digamma(a + _as(a, 1))
    if kind == _DERIVATIVE:
        return ax * (total * slope + dtotal) / a
    return -(dtotal + total * slope) * x / a


def _next_terms(y, z, c, ahead, behind):
    """Numerator and denominator of the next fraction, and their derivatives."""
    (p1, q1, dp1, dq1), (p2, q2, dp2, dq2) = ahead, behind
    yc = y * c
    p, q = p1 * z - p2 * yc, q1 * z - q2 * yc
    dp = dp1 * z - p1 - dp2 * yc + p2 * c
    dq = dq1 * z - q1 - dq2 * yc + q2 * c
    return p, q, dp, dq


def _fraction_turn(state, kind):
    """One fraction more; what has grown large is scaled down."""
    is_open, total, t, y, z, c, p1, q1, p2, q2, dp2, dq2, dp1, dq1, dtotal = state
    epsilon = float(jnp.finfo(z.dtype).eps)
    c, y, z = c + _as(c, 1), y + _as(y, 1), z + _as(z, 2)
    p, q, dp, dq = _next_terms(y, z, c, (p1, q1, dp1, dq1), (p2, q2, dp2, dq2))
    known = lax.ne(q, _as(q, 0))
    r = p / q
    t = lax.select(known, lax.abs(lax.div(lax.sub(total, r), r)), _full(r, 1))
    total = lax.select(known, r, total)
    new = lax.select(known, lax.div(dp - total * dq, q), dtotal)
    change = lax.select(known, lax.abs(new - dtotal), _full(dtotal, 1))
    is_large = lax.gt(lax.abs(p), lax.reciprocal(_as(p, epsilon)))
    scaled = [lax.select(is_large, lax.mul(x, _as(x, epsilon)), x)
              for x in (p1, p, q1, q, dp1, dq1, dp, dq)]
    p2, p1, q2, q1, dp2, dq2, dp1, dq1 = scaled
    goes_on = lax.bitwise_and(is_open, (t if kind == _VALUE else change) > epsilon)
    before = _where_open(is_open, (total, t, y, z), state[1:5])
    after = _where_open(is_open, (p1, q1, p2, q2, dp2, dq2, dp1, dq1, new), state[6:])
    return (goes_on,) + before + (c,) + after


def _fractions(ax, x, a, is_open, kind):
    """JAX: _igammac_continued_fraction."""
    y = _as(a, 1) - a
    z = x + y + _as(x, 1)
    p1, q1 = x + _as(x, 1), z * x
    total = p1 / q1
    zero, dq1 = _full(x, 0), -x
    dtotal = (zero - total * dq1) / q1
    first = (is_open, total, _full(x, 1), y, z, _as(x, 0), p1, q1, _full(x, 1), x, zero, zero, zero, dq1,
             dtotal)
    last = lax.while_loop(lambda state: lax.bitwise_and(state[5] < _as(x, 2000), state[0].any()),
                          lambda state: _fraction_turn(state, kind), first)
    total, dtotal = last[1], last[14]
    if kind == _VALUE:
        return total * ax
    slope = lax.log(x) - lax.digamma(a)
    if kind == _DERIVATIVE:
        return lax.mul(ax, lax.add(lax.mul(total, slope), dtotal))
    return lax.neg(lax.add(dtotal, lax.mul(total, slope)) * x)


def _no_number(x):
    return lax.ne(x, x)


def _weight(a, x):
    """x to the power a, over e to the power x and gamma(a), and whether that is too small."""
    exponent = a * lax.log(x) - x - lax.lgamma(a)
    is_small = lax.lt(exponent, -lax.log(_as(x, float(jnp.finfo(x.dtype).max))))
    return lax.exp(exponent), is_small


def _any_of(first, *others):
    for other in others:
        first = lax.bitwise_or(first, other)
    return first


def _outside(a, x, *others):
    """Where neither function is defined; JAX joins the conditions in this order."""
    both_zero = lax.bitwise_and(lax.eq(a, _as(a, 0)), lax.eq(x, _as(x, 0)))
    return _any_of(lax.lt(x, _as(x, 0)), lax.lt(a, _as(a, 0)), both_zero, *others)


def _both_infinite(a, x):
    """Since 0.12 a may be infinite."""
    if release < (0, 12):
        return []
    infinity = float("inf")
    return [lax.bitwise_and(lax.eq(a, _as(a, infinity)), lax.eq(x, _as(x, infinity)))]


def _open(a, closed):
    """Where a is infinite, which it may be since 0.12, and where no other condition settles the result."""
    a_infinite = lax.eq(a, _as(a, float("inf"))) if release >= (0, 12) else None
    return a_infinite, lax.bitwise_not(_any_of(*(closed if a_infinite is None else closed + [a_infinite])))


def _lower(a, x):
    """JAX: igamma_impl."""
    no_number = lax.bitwise_or(_no_number(a), _no_number(x))
    x_infinite, x_zero = lax.eq(x, _as(x, float("inf"))), lax.eq(x, _as(x, 0))
    outside = _outside(a, x, *_both_infinite(a, x), no_number)
    by_fractions = lax.bitwise_and(lax.ge(x, _as(x, 1)), lax.gt(x, a))
    ax, is_small = _weight(a, x)
    a_infinite, is_open = _open(a, [x_zero, outside, is_small, x_infinite])
    upper = _fractions(ax, x, a, lax.bitwise_and(is_open, by_fractions), _VALUE)
    lower = _series(ax, x, a, lax.bitwise_and(is_open, lax.bitwise_not(by_fractions)), _VALUE)
    result = lax.select(by_fractions, _as(a, 1) - upper, lower)
    result = lax.select(x_zero, _full(a, 0), result)
    if a_infinite is not None:
        result = lax.select(a_infinite, _full(a, 0), result)
    result = lax.select(x_infinite, _full(a, 1), result)
    return lax.select(outside, _full(a, float("nan")), result)


def _upper(a, x):
    """JAX: igammac_impl."""
    no_number = lax.bitwise_or(_no_number(a), _no_number(x))
    a_zero, x_infinite = lax.eq(a, _as(a, 0)), lax.eq(x, _as(x, float("inf")))
    outside = _outside(a, x, *_both_infinite(a, x), no_number)
    by_series = lax.bitwise_or(lax.lt(x, _as(x, 1)), lax.lt(x, a))
    ax, is_small = _weight(a, x)
    a_infinite, is_open = _open(a, [outside, is_small, x_infinite, a_zero])
    lower = _series(ax, x, a, lax.bitwise_and(is_open, by_series), _VALUE)
    upper = _fractions(ax, x, a, lax.bitwise_and(is_open, lax.bitwise_not(by_series)), _VALUE)
    result = lax.select(by_series, _as(a, 1) - lower, upper)
    if a_infinite is not None:
        result = lax.select(a_infinite, _full(a, 1), result)
    result = lax.select(lax.bitwise_or(x_infinite, a_zero), _full(result, 0), result)
    return lax.select(outside, _full(a, float("nan")), result)


def _slope(a, x, kind):
    """By a, of the lower function or of a sample (igamma_grad_a_impl, random_gamma_grad_impl)."""
    no_number = lax.bitwise_or(_no_number(a), _no_number(x))
    x_zero = lax.eq(x, _full(x, 0))
    outside = lax.bitwise_or(lax.lt(x, _full(x, 0)), lax.le(a, _full(a, 0)))
    by_fractions = lax.bitwise_and(lax.gt(x, _full(x, 1)), lax.gt(x, a))
    ax, is_small = _weight(a, x)
    is_open = lax.bitwise_not(_any_of(x_zero, outside, is_small, no_number))
    result = lax.select(by_fractions,
                        -_fractions(ax, x, a, lax.bitwise_and(is_open, by_fractions), kind),
                        _series(ax, x, a, lax.bitwise_and(is_open, lax.bitwise_not(by_fractions)), kind))
    result = lax.select(x_zero, _full(result, 0), result)
    return lax.select(lax.bitwise_or(outside, no_number), _full(a, float("nan")), result)


def _wide(function, a, x, *others):
    """In float32 at least, of one shape (_up_and_broadcast)."""
    shape = jnp.broadcast_shapes(a.shape, x.shape)
    a, x = jnp.broadcast_to(a, shape), jnp.broadcast_to(x, shape)
    dtype = a.dtype
    if jnp.finfo(dtype).bits < 32:
        return function(a.astype(jnp.float32), x.astype(jnp.float32), *others).astype(dtype)
    return function(a, x, *others)


def sample_slope(a, x):
    """What a sample of the gamma distribution changes by with a (random_gamma_grad)."""
    return _wide(_slope, a, x, _OF_SAMPLE)


def _joined(function, sign, a, x):
    """The function with its derivatives by x and by a, which has none where it is a number."""
    fixed = held(a) is not None
    joined = jax.custom_jvp(lambda x, *rest: _wide(function, *(rest or (a,)), x))

    def rule(primals, tangents):
        x, a_here = primals[0], primals[1] if len(primals) > 1 else a
        power = (a_here - lax.full_like(a_here, 1)) * lax.log(x)
        slope = tangents[0] * lax.exp(-x + power - lax.lgamma(a_here))
        if len(primals) > 1:
            slope = slope + tangents[1] * _wide(_slope, a_here, x, _DERIVATIVE)
        return joined(*primals), slope if sign > 0 else -slope

    joined.defjvp(rule)
    return joined(x) if fixed else joined(x, a)


def _are_followed(a, x):
    """Where a plan is made: along Explicit axes JAX refuses some of what it makes of them."""
    return is_recorded() and not has_explicit_axes(arrays=(a, x))


def lower_gamma(a, x):
    """igamma, in the steps of which a plan is made."""
    return _joined(_lower, 1, a, x) if _are_followed(a, x) else lax.igamma(a, x)


def upper_gamma(a, x):
    return _joined(_upper, -1, a, x) if _are_followed(a, x) else lax.igammac(a, x)
