"""What math does with integers. CPython: Modules/mathmodule.c."""


@function("math")
def prod(iterable, /, *, start=1):
    for x in iterable:
        start = start * x
    return start


def _greatest_divisor(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


@function("math")
def gcd(*args):
    result = 0
    for x in args:
        result = _greatest_divisor(result, static_int(x))
    return result


@function("math")
def lcm(*args):
    result = 1
    for x in args:
        x = static_int(x)
        result = abs(result * x) // _greatest_divisor(result, x) if x else 0
    return result


@function("math")
def isqrt(n, /):
    n = static_int(n)
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = int(math.sqrt(n))
    while root * root > n:
        root -= 1
    while (root + 1) * (root + 1) <= n:
        root += 1
    return root
