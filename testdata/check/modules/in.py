import jax, jax.numpy as jnp
import model
from utils.mesh import make_mesh
from utils import *
import utils.mesh as um
import pkg.sub.deep
from pkg import helper, cyc
import distrax
mesh = make_mesh(4, 2)
um.N = 5
x = jnp.ones((8, 128))
y = model.forward(x)
z = pkg.sub.deep.f(x) + helper.g(x) + cyc.a(x)
print(CONST + 1, __name__, model.NAME)
assert model.NAME == "model"
w = jnp.ones((um.N, 3)) + jnp.ones((helper.K, 3))
v = jnp.ones((helper.kind("left"), helper.kind({"rank": 2}))) + jnp.ones((3, 2))
from plain import blocks, lost
u = blocks.block(4) + blocks.block(5)
