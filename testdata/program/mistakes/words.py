print x
return x
break
import jax.numpy as
from jax import (lax, numpy
y = 1
for = 2
x = class
async y
pass x
raise a, b
del f(x)
good = 1
(print) x
