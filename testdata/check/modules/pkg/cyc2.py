from . import cyc
def b(x): return x * 2
def c(x): return cyc.a(x)
