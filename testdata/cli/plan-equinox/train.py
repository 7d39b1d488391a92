# shardctl: framework=jax==0.10.2 devices=8
import equinox as eqx
import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
model = eqx.filter_shard(eqx.nn.Linear(4, 2, key=jax.random.key(0)), NamedSharding(mesh, P()))
batch = jax.device_put(jnp.ones((16, 4)), NamedSharding(mesh, P("data")))


@eqx.filter_jit
def step(model, batch):
    loss, slopes = eqx.filter_value_and_grad(lambda m: jnp.mean(jax.vmap(m)(batch) ** 2))(model)
    return eqx.apply_updates(model, jax.tree.map(lambda g: -0.1 * g, slopes)), loss


model, loss = step(model, batch)
