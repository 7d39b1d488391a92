def f(a, a):
    return a
def g(a=1, b):
    return a
def h(*):
    return 1
def (x):
    return x
def k(x)
    return x
def m():
n = 1
@jax.jit
y = 2
good = 1
