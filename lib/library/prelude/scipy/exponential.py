"""
The exponential of a matrix, by Pade approximants of a matrix that is halved until it is small, squared as
often. JAX: scipy/linalg.py expm.
"""

_WEIGHTS = {
    3: (120., 60., 12., 1.),
    5: (30240., 15120., 3360., 420., 30., 1.),
    7: (17297280., 8648640., 1995840., 277200., 25200., 1512., 56., 1.),
    9: (17643225600., 8821612800., 2075673600., 302702400., 30270240., 2162160., 110880., 3960., 90., 1.),
    13: (64764752532480000., 32382376266240000., 7771770303897600., 1187353796428800., 129060195264000.,
         10559470521600., 670442572800., 33522128640., 1323241920., 40840800., 960960., 16380., 182., 1.),
}
# By the bits of a real number: the norm of a matrix that is small, the norms up to which approximants of
# lower orders do, and the orders.
_CHOICES = {
    32: (3.925724783138660, [4.258730016922831e-001, 1.880152677804762e+000], [3, 5, 7]),
    64: (5.371920351148152, [1.495585217958292e-002, 2.539398330063230e-001, 9.504178996162932e-001,
                             2.097847961257068e+000], [3, 5, 7, 9, 13]),
}


def _product(a, b):
    return jnp.dot(a, b, precision=lax.Precision.HIGHEST)


def _sum(weights, powers):
    """Of weighted powers, the last one first."""
    total = weights[-1] * powers[-1]
    for weight, power in zip(weights[-2::-1], powers[-2::-1]):
        total = total + weight * power
    return total


def _approximant(order, a):
    """The odd part and the even one."""
    b, unit = _WEIGHTS[order], jnp.eye(*a.shape, dtype=a.dtype)
    powers = [unit, _product(a, a)]
    while len(powers) < (4 if order == 13 else (order + 1) // 2):
        powers = powers + [_product(powers[-1], powers[1])]
    odd, even = b[1::2], b[0::2]
    if order < 13:
        return _product(a, _sum(odd, powers)), _sum(even, powers)
    high = _product(powers[3], _sum(odd[4:], powers[1:]))
    odd_part = _product(a, high + odd[3] * powers[3] + odd[2] * powers[2] + odd[1] * powers[1] + odd[0] * unit)
    high = _product(powers[3], _sum(even[4:], powers[1:]))
    return odd_part, high + even[3] * powers[3] + even[2] * powers[2] + even[1] * powers[1] + even[0] * unit


def _squared(r, times, most):
    """As often as needed, of the most times that it is tried."""
    def turn(r, i):
        return lax.cond(i < times, lambda r: _product(r, r), lambda r: r, r), None

    return lax.scan(turn, r, jnp.arange(most, dtype=times.dtype))[0]


def matrix_exponential(a, upper_triangular, most):
    """Of one matrix; of one that is too large to be halved often enough what is no number."""
    small, limits, orders = _CHOICES[32 if a.dtype in (jnp.float32, jnp.complex64) else 64]
    norm = jnp.linalg.norm(a, 1)
    times = jnp.maximum(0, jnp.floor(jnp.log2(norm / small)))
    halved = a / 2 ** times.astype(a.dtype)
    branches = [lambda a, order=order: _approximant(order, a) for order in orders]
    odd, even = lax.switch(jnp.digitize(norm, jnp.array(limits, dtype=norm.dtype)), branches, halved)

    def compute(operands):
        _, above, below = operands
        solve = jax.scipy.linalg.solve_triangular if upper_triangular else jnp.linalg.solve
        return _squared(solve(below, above), times, most)

    return lax.cond(times > most, lambda operands: jnp.full_like(operands[0], math.nan), compute,
                    (halved, odd + even, -odd + even))
