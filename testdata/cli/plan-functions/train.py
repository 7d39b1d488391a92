import jax, jax.numpy as jnp
from jax.sharding import PartitionSpec as P

jax.set_mesh(jax.make_mesh((4,), ("data",)))


def loss(w, batch):
    x, y = batch
    return jnp.mean((jnp.tanh(x @ w) - y) ** 2)


@jax.jit
def train_step(w, batches):
    def micro(total, batch):
        return total + jax.grad(loss)(w, batch), None

    total, _ = jax.lax.scan(micro, jnp.zeros_like(w), batches)
    return w - 0.1 * total


@jax.jit
def evaluate(w, x):
    return jnp.linalg.eigvals(x @ w[:, :8])


w = jnp.zeros((32, 16))
x = jnp.zeros((3, 8, 32), out_sharding=P(None, "data"))
y = jnp.zeros((3, 8, 16), out_sharding=P(None, "data"))
w = train_step(w, (x, y))
evaluate(w, jnp.zeros((8, 32)))
