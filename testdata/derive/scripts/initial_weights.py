import jax
import jax.numpy as jnp
from jax.nn import initializers as I
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Auto,))


@jax.jit
def init(key):
    k = jax.random.split(key, 4)
    w = I.orthogonal()(k[0], (16, 32))
    h = I.he_normal()(k[1], (32, 64))
    t = I.truncated_normal(0.02)(k[2], (64, 16))
    v = I.variance_scaling(1.0, 'fan_avg', 'uniform')(k[3], (16, 16))
    return jax.tree.map(lambda x: jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P('data'))), (w, h, t, v))


params = init(jax.random.key(11))
