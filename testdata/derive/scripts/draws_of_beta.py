import jax
import jax.numpy as jnp
from jax import random
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ('data',), axis_types=(AxisType.Auto,))


@jax.jit
def bandit(key, wins, losses, probs):
    k1, k2 = random.split(key)
    theta = random.beta(k1, 1.0 + wins, 1.0 + losses)
    arm = jnp.argmax(theta, axis=-1)
    reward = random.bernoulli(k2, jnp.take_along_axis(probs, arm[:, None], 1)[:, 0])
    hot = jax.nn.one_hot(arm, wins.shape[-1])
    r = reward[:, None].astype(jnp.float32)
    return wins + hot * r, losses + hot * (1 - r)


d = NamedSharding(mesh, P('data'))
w = jax.device_put(jnp.zeros((64, 10)), d)
wins, losses = bandit(random.key(0), w, w, jax.device_put(jnp.full((64, 10), 0.3), d))
