"""Plain JAX with optax, where decayed weights need parameters that `update` is not given."""
# shardctl: devices=8
import jax
import jax.numpy as jnp
import optax
from jax.sharding import AxisType, PartitionSpec as P

jax.set_mesh(jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Explicit, AxisType.Explicit)))


def init(key):
    first, second = jax.random.split(key)
    return {
        "up": jax.device_put(0.02 * jax.random.normal(first, (128, 512)), P(None, "model")),
        "down": jax.device_put(0.02 * jax.random.normal(second, (512, 10)), P("model", None)),
    }


def loss(params, images, labels):
    hidden = jax.nn.relu(images @ params["up"])
    logits = jnp.einsum("bh,hc->bc", hidden, params["down"], out_sharding=P("data", None))
    return optax.softmax_cross_entropy(logits, jax.nn.one_hot(labels, 10)).mean()


@jax.jit
def train_step(params, state, images, labels):
    value, grads = jax.value_and_grad(loss)(params, images, labels)
    updates, state = optimizer.update(grads, state)
    return optax.apply_updates(params, updates), state, value


schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-3, warmup_steps=10, decay_steps=100)
optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule))
params = init(jax.random.key(0))
state = optimizer.init(params)
images = jax.device_put(jnp.ones((64, 128)), P("data", None))
labels = jax.device_put(jnp.zeros((64,), jnp.int32), P("data"))
for step in range(3):
    params, state, value = train_step(params, state, images, labels)
