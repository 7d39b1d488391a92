"""Functions and methods on each element. torch: torch/_torch_docs.py."""
from prelude.torch.tensor import dispatch

MODULE = "torch torch._methods"


def add(input, other, *, alpha=1, out=None):
    return dispatch("add", (input, other), {} if alpha == 1 else {"alpha": alpha})


def sub(input, other, *, alpha=1, out=None):
    return dispatch("sub", (input, other), {} if alpha == 1 else {"alpha": alpha})


def rsub(input, other, *, alpha=1):
    return dispatch("rsub", (input, other), {} if alpha == 1 else {"alpha": alpha})


def div(input, other, *, rounding_mode=None, out=None):
    return dispatch("div", (input, other), {"rounding_mode": rounding_mode} if rounding_mode else {})


def round(input, *, decimals=0, out=None):
    return dispatch("round", (input,))


subtract = sub
divide = div
true_divide = div
mul = lambda input, other, *, out=None: dispatch("mul", (input, other))
floor_divide = lambda input, other, *, out=None: dispatch("floor_divide", (input, other))
remainder = lambda input, other, *, out=None: dispatch("remainder", (input, other))
fmod = lambda input, other, *, out=None: dispatch("fmod", (input, other))
pow = lambda input, other, *, out=None: dispatch("pow", (input, other))
maximum = lambda input, other, *, out=None: dispatch("maximum", (input, other))
minimum = lambda input, other, *, out=None: dispatch("minimum", (input, other))
eq = lambda input, other, *, out=None: dispatch("eq", (input, other))
ne = lambda input, other, *, out=None: dispatch("ne", (input, other))
lt = lambda input, other, *, out=None: dispatch("lt", (input, other))
le = lambda input, other, *, out=None: dispatch("le", (input, other))
gt = lambda input, other, *, out=None: dispatch("gt", (input, other))
ge = lambda input, other, *, out=None: dispatch("ge", (input, other))
logical_and = lambda input, other, *, out=None: dispatch("logical_and", (input, other))
logical_or = lambda input, other, *, out=None: dispatch("logical_or", (input, other))
logical_xor = lambda input, other, *, out=None: dispatch("logical_xor", (input, other))
bitwise_and = lambda input, other, *, out=None: dispatch("bitwise_and", (input, other))
bitwise_or = lambda input, other, *, out=None: dispatch("bitwise_or", (input, other))
bitwise_xor = lambda input, other, *, out=None: dispatch("bitwise_xor", (input, other))
atan2 = lambda input, other, *, out=None: dispatch("atan2", (input, other))
abs = lambda input, *, out=None: dispatch("abs", (input,))
neg = lambda input, *, out=None: dispatch("neg", (input,))
bitwise_not = lambda input, *, out=None: dispatch("bitwise_not", (input,))
logical_not = lambda input, *, out=None: dispatch("logical_not", (input,))
relu = lambda input, *, out=None: dispatch("relu", (input,))
sign = lambda input, *, out=None: dispatch("sign", (input,))
ceil = lambda input, *, out=None: dispatch("ceil", (input,))
floor = lambda input, *, out=None: dispatch("floor", (input,))
trunc = lambda input, *, out=None: dispatch("trunc", (input,))
frac = lambda input, *, out=None: dispatch("frac", (input,))
positive = lambda input, *, out=None: dispatch("positive", (input,))
alias_copy = lambda input, *, out=None: dispatch("alias_copy", (input,))
sgn = lambda input, *, out=None: dispatch("sgn", (input,))
square = lambda input, *, out=None: dispatch("square", (input,))
exp = lambda input, *, out=None: dispatch("exp", (input,))
exp2 = lambda input, *, out=None: dispatch("exp2", (input,))
expm1 = lambda input, *, out=None: dispatch("expm1", (input,))
log = lambda input, *, out=None: dispatch("log", (input,))
log2 = lambda input, *, out=None: dispatch("log2", (input,))
log10 = lambda input, *, out=None: dispatch("log10", (input,))
log1p = lambda input, *, out=None: dispatch("log1p", (input,))
sqrt = lambda input, *, out=None: dispatch("sqrt", (input,))
rsqrt = lambda input, *, out=None: dispatch("rsqrt", (input,))
reciprocal = lambda input, *, out=None: dispatch("reciprocal", (input,))
sin = lambda input, *, out=None: dispatch("sin", (input,))
cos = lambda input, *, out=None: dispatch("cos", (input,))
tan = lambda input, *, out=None: dispatch("tan", (input,))
asin = lambda input, *, out=None: dispatch("asin", (input,))
acos = lambda input, *, out=None: dispatch("acos", (input,))
atan = lambda input, *, out=None: dispatch("atan", (input,))
sinh = lambda input, *, out=None: dispatch("sinh", (input,))
cosh = lambda input, *, out=None: dispatch("cosh", (input,))
tanh = lambda input, *, out=None: dispatch("tanh", (input,))
asinh = lambda input, *, out=None: dispatch("asinh", (input,))
acosh = lambda input, *, out=None: dispatch("acosh", (input,))
atanh = lambda input, *, out=None: dispatch("atanh", (input,))
sigmoid = lambda input, *, out=None: dispatch("sigmoid", (input,))
erf = lambda input, *, out=None: dispatch("erf", (input,))
erfc = lambda input, *, out=None: dispatch("erfc", (input,))
erfinv = lambda input, *, out=None: dispatch("erfinv", (input,))
lgamma = lambda input, *, out=None: dispatch("lgamma", (input,))
digamma = lambda input, *, out=None: dispatch("digamma", (input,))
deg2rad = lambda input, *, out=None: dispatch("deg2rad", (input,))
rad2deg = lambda input, *, out=None: dispatch("rad2deg", (input,))
sinc = lambda input, *, out=None: dispatch("sinc", (input,))
isnan = lambda input, *, out=None: dispatch("isnan", (input,))
isinf = lambda input, *, out=None: dispatch("isinf", (input,))
isfinite = lambda input, *, out=None: dispatch("isfinite", (input,))
isposinf = lambda input, *, out=None: dispatch("isposinf", (input,))
isneginf = lambda input, *, out=None: dispatch("isneginf", (input,))
signbit = lambda input, *, out=None: dispatch("signbit", (input,))
isreal = lambda input, *, out=None: dispatch("isreal", (input,))
multiply = mul
negative = neg
absolute = abs
greater = gt
greater_equal = ge
less = lt
less_equal = le
not_equal = ne
arcsin = asin
arccos = acos
arctan = atan
fix = trunc
