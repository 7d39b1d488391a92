import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('fsdp',), axis_types=(AxisType.Auto,))
jax.set_mesh(mesh)

@jax.jit
def step(h, x):
    def f(h):
        y = jnp.fft.ifft(jnp.fft.fft(x, axis=1) * h).real
        z = jnp.fft.irfft(jnp.fft.rfft(x, axis=1) * h[:9], axis=1)
        return jnp.sum(y ** 2) + jnp.sum(jnp.abs(h) ** 2) + jnp.sum(z)
    return jax.grad(lambda re, im: f(re + 1j * im), argnums=(0, 1))(*h)

x = jax.device_put(jnp.ones((8, 16)), NamedSharding(mesh, P('fsdp')))
h = (jax.device_put(jnp.ones((16,)), NamedSharding(mesh, P(None))), jax.device_put(jnp.zeros((16,)), NamedSharding(mesh, P(None))))
g = step(h, x)
