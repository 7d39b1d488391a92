"""An ensemble of Equinox MLPs: its members lie along one mesh axis, the batch of each along the other."""
# shardctl: devices=8
import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import optax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()[:8]).reshape(4, 2), ("ensemble", "data"))
members = NamedSharding(mesh, P("ensemble"))
batches = NamedSharding(mesh, P("data"))


@eqx.filter_vmap
def make(key):
    return eqx.nn.MLP(in_size=16, out_size=4, width_size=32, depth=2, key=key)


@eqx.filter_vmap(in_axes=(eqx.if_array(0), None))
def predict(model, x):
    return jax.vmap(model)(x)


def loss(models, x, y):
    return jnp.mean((predict(models, x) - y) ** 2)


@eqx.filter_jit
def train_step(models, state, x, y):
    value, grads = eqx.filter_value_and_grad(loss)(models, x, y)
    updates, state = optimizer.update(grads, state, eqx.filter(models, eqx.is_inexact_array))
    return eqx.apply_updates(models, updates), state, value


models = eqx.filter_shard(make(jr.split(jr.PRNGKey(0), 4)), members)
optimizer = optax.adamw(1e-3)
state = optimizer.init(eqx.filter(models, eqx.is_inexact_array))
x, y = eqx.filter_shard((jnp.ones((64, 16)), jnp.zeros((64, 4))), batches)
for step in range(3):
    models, state, value = train_step(models, state, x, y)
