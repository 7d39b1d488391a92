from . import sub
from .sub.deep import f
K = 6
def g(x): return f(x)
