import jax
import jax.numpy as jnp
import optax
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 4), ('data', 'model'), axis_types=(jax.sharding.AxisType.Auto,) * 2)


def loss_fn(params, x):
    h = jax.lax.with_sharding_constraint(x @ params['up'], NamedSharding(mesh, P('data', 'model')))
    return jnp.mean((jax.nn.relu(h) @ params['down'] - x) ** 2)


optimizer = optax.sgd(0.1, momentum=0.9)


@jax.jit
def train_step(params, state, x):
    loss, grads = jax.value_and_grad(loss_fn)(params, x)
    updates, state = optimizer.update(grads, state)
    return optax.apply_updates(params, updates), state, loss


evaluate = jax.jit(loss_fn)
up, down = jax.random.split(jax.random.key(0))
params = {
    'up': jax.device_put(jax.random.normal(up, (64, 256)), NamedSharding(mesh, P(None, 'model'))),
    'down': jax.device_put(jax.random.normal(down, (256, 64)), NamedSharding(mesh, P('model'))),
}
state = optimizer.init(params)
x = jax.device_put(jnp.ones((32, 64)), NamedSharding(mesh, P('data')))
for _ in range(2):
    params, state, loss = train_step(params, state, x)
evaluate(params, x * 2)
