"""operator: what looks into objects, and the operators as functions. CPython: Lib/operator.py."""
MODULE = "operator"


def itemgetter(item, *items):
    if items:
        return lambda obj: tuple([obj[i] for i in (item,) + items])
    return lambda obj: obj[item]


def attrgetter(attr, *attrs):
    if attrs:
        return lambda obj: tuple([getattr(obj, a) for a in (attr,) + attrs])
    return lambda obj: getattr(obj, attr)


def methodcaller(name, /, *args, **kwargs):
    return lambda obj: getattr(obj, name)(*args, **kwargs)


def index(a):
    if isinstance(a, (int, np.integer)):
        return int(a)
    return a.__index__()


def getitem(a, b):
    return a[b]


def neg(a):
    return -a


def not_(a):
    return not a


def eq(a, b):
    return a == b


def ne(a, b):
    return a != b


def lt(a, b):
    return a < b


def le(a, b):
    return a <= b


def gt(a, b):
    return a > b


def ge(a, b):
    return a >= b


def and_(a, b):
    return a & b


def or_(a, b):
    return a | b


def add(a, b, /):
    return a + b


def sub(a, b, /):
    return a - b


def mul(a, b, /):
    return a * b


def truediv(a, b, /):
    return a / b


def mod(a, b, /):
    return a % b


def floordiv(a, b, /):
    return a // b


def pow(a, b, /):
    return a ** b


def matmul(a, b, /):
    return a @ b
