from . import cyc2
def a(x): return cyc2.b(x)
