import jax, jax.numpy as jnp
from jax.sharding import PartitionSpec as P

jax.set_mesh(jax.make_mesh((4, 4), ("data", "model")))
x = jnp.zeros((4096, 4096), jnp.bfloat16, out_sharding=P("data", "model"))
w = jnp.zeros((4096, 8192), jnp.bfloat16, out_sharding=P(("data", "model")))


@jax.jit
def f(x, w):
    return jax.reshard(x, P()) @ jax.reshard(w, P())


y = f(x, w)
