"""Images read between their pixels, and what joins rows by the methods of functions of jax.numpy."""
import jax
import jax.numpy as jnp
from jax.scipy.ndimage import map_coordinates
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
images = jax.device_put(jnp.ones((8, 12, 16)), NamedSharding(mesh, P("data")))
rows = jax.device_put(jnp.ones((32, 48)), NamedSharding(mesh, P("data", "model")))


def warped(image, shift, mode):
    y, x = jnp.meshgrid(jnp.arange(12.0), jnp.arange(16.0), indexing="ij")
    return map_coordinates(image, [y + shift, x - shift], order=1, mode=mode)


@jax.jit
def registered(images, shifts):
    def error(shifts):
        moved = jax.vmap(lambda i, s: warped(i, s, "reflect"))(images, shifts)
        return jnp.mean((moved - images) ** 2)
    return jax.grad(error)(shifts)


@jax.jit
def sampled(rows, places):
    return map_coordinates(rows, [places, places], order=0), map_coordinates(rows, [places, places], order=1, mode="wrap")


@jax.jit
def ranges(rows):
    spread = jnp.maximum.reduce(rows, axis=0) - jnp.minimum.reduce(rows)
    return spread, jnp.add.reduce(rows, axis=1), jnp.multiply.reduce(rows, axis=None), jnp.subtract.reduce(rows, axis=1)


@jax.jit
def envelopes(rows):
    return jnp.maximum.accumulate(rows, axis=1), jnp.add.accumulate(rows), jnp.add.outer(rows[:, 0], rows[0])


@jax.jit
def polynomials(rows):
    return jnp.polyval(jnp.array([1.0, -2.0, 0.5]), rows).sum()


registered(images, jax.device_put(jnp.zeros((8,)), NamedSharding(mesh, P("data"))))
sampled(rows, jnp.ones((5,)))
ranges(rows)
envelopes(rows)
polynomials(rows)
