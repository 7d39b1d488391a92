import jax, jax.numpy as jnp
from jax.sharding import PartitionSpec as P
jax.set_mesh(jax.make_mesh((4,2), ("d","m")))
x = jax.device_put(jnp.ones((16,32)), P("m","d")); w = jax.device_put(jnp.ones((32,8)), P("d"))
b = jax.device_put(jnp.ones((16,32)), P("d"))
wr = jax.device_put(jnp.ones((32,8)), P(None,"m",reduced={"d"}))
@jax.jit
def f(x,w): return jax.reshard(jnp.matmul(x,w,out_sharding=P("m",None,unreduced={"d"})), P("m"))
@jax.jit
def g(x,w):
  p=jnp.matmul(x,w,out_sharding=P("m",None,unreduced={"d"}))
  return jax.reshard(p+p, P("m","d"))
@jax.jit
def h(x,w):
  p=jnp.matmul(x,w,out_sharding=P("m",None,unreduced={"d"}))
  return p
@jax.jit
def k(x,w): return jax.grad(lambda w: jnp.sum(jax.reshard(jnp.matmul(x,w,out_sharding=P("m",None,unreduced={"d"})), P("m"))**2))(w)
@jax.jit
def l(b,wr): return jax.grad(lambda w: jnp.sum(jnp.tanh(b@w)))(wr)
@jax.jit
def m(b,wr):
  g = jax.grad(lambda w: jnp.sum(jnp.tanh(b@w)) + jnp.sum((b*2)@w))(wr)
  return jax.reshard(g, P(None, "m"))
@jax.jit
def n(b,wr):
  g = jax.grad(lambda w: jnp.sum(jnp.tanh(b@w)))(wr)
  return jax.reshard(g, P("d", "m"))
a=f(x,w); bb=g(x,w); c=h(x,w); e=k(x,w); ll=l(b,wr); mm=m(b,wr); nn=n(b,wr)
