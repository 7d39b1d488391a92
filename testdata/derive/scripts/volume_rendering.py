import jax
import jax.numpy as jnp
from functools import partial
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 4), ('dp', 'tp'), axis_types=(AxisType.Auto, AxisType.Auto,))
jax.set_mesh(mesh)

def render(w, pts, deltas):
    h = jax.nn.relu(pts @ w[0])
    out = h @ w[1]
    rgb, sigma = jax.nn.sigmoid(out[..., :3]), jax.nn.relu(out[..., 3])
    alpha = 1.0 - jnp.exp(-sigma * deltas)
    trans = jnp.cumprod(1.0 - alpha + 1e-10, axis=-1)
    trans = jnp.concatenate([jnp.ones_like(trans[..., :1]), trans[..., :-1]], -1)
    weights = alpha * trans
    return jnp.sum(weights[..., None] * rgb, -2)

w = [jax.device_put(jnp.ones((3, 32)), NamedSharding(mesh, P(None, 'tp'))), jax.device_put(jnp.ones((32, 4)), NamedSharding(mesh, P('tp', None)))]
pts = jax.device_put(jnp.ones((16, 8, 3)), NamedSharding(mesh, P('dp')))
deltas = jax.device_put(jnp.ones((16, 8)), NamedSharding(mesh, P('dp')))
target = jax.device_put(jnp.ones((16, 3)), NamedSharding(mesh, P('dp')))

@jax.jit
def step(w, pts, deltas, target):
    l, g = jax.value_and_grad(lambda w: jnp.mean((render(w, pts, deltas) - target) ** 2))(w)
    return [a - 0.1 * b for a, b in zip(w, g)], l

w, l = step(w, pts, deltas, target)
