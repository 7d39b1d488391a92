import dataclasses, jax, jax.numpy as jnp
@dataclasses.dataclass
class OptParam:
    value: jax.Array
    extra: object = None
    @property
    def dtype(self): return self.value.dtype
    @property
    def shape(self): return self.value.shape
p = OptParam(jnp.ones((4, 2)))
y = jnp.zeros_like(p, dtype=p.dtype)
z = jnp.full_like(p, 2.0)
w = jnp.ones_like(p)
print(y.shape, z.shape, w.shape)
