import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ('data', 'model'), axis_types=(AxisType.Auto, AxisType.Auto,))


def mlp(x, w1, w2):
    h = jax.nn.silu(x @ w1)
    return lax.psum_scatter(h @ w2, 'model', scatter_dimension=1, tiled=True)


tp = jax.shard_map(mlp, mesh=mesh, in_specs=(P('data'), P(None, 'model'), P('model')), out_specs=P('data', 'model'))


@jax.jit
def ensemble(x, w1, w2):
    def loss(w1, w2):
        y = jax.vmap(tp, in_axes=(None, 0, 0))(x, w1, w2)
        return jnp.mean(jnp.var(y, 0)) + jnp.mean(y ** 2)
    return jax.value_and_grad(loss, argnums=(0, 1))(w1, w2)


put = lambda a, *s: jax.device_put(a, NamedSharding(mesh, P(*s)))
l, g = ensemble(put(jnp.ones((16, 32)), 'data'), put(jnp.ones((4, 32, 64)), None, None, 'model'), put(jnp.ones((4, 64, 32)), None, 'model'))
