x = f(a
y = g(b)
z = x.reshape(2, 3))
def f(x:
    return x
w = [1, 2)
d = {
    'a': 1,
    'b': 2

last = (1,
