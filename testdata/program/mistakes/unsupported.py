for i in range(3):
    x = x @ w
y = [f(x) for x in xs]
class Model:
    pass
if x.shape[0] > 1: x = x[0]
while True: pass
try:
    z = 1
except ValueError:
    z = 2
match x:
    case 1:
        y = 2
with jax.set_mesh(mesh):
    n = (m := 1) + (yield)
type Size = int
good = 1
