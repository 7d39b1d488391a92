"""The classifier of nnx-fsdp.py, whose head is cut over its ten classes, which eight devices do not share evenly."""
# shardctl: framework=jax==0.10.2 devices=8
import jax
import jax.numpy as jnp
import optax
from flax import nnx
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("fsdp",), axis_types=(AxisType.Auto,))


def cut(*names):
    return nnx.with_partitioning(nnx.initializers.lecun_normal(), names)


class Block(nnx.Module):
    def __init__(self, width: int, hidden: int, *, rngs: nnx.Rngs):
        self.norm = nnx.LayerNorm(width, rngs=rngs)
        self.up = nnx.Linear(width, hidden, kernel_init=cut("fsdp", None), rngs=rngs)
        self.down = nnx.Linear(hidden, width, kernel_init=cut("fsdp", None), rngs=rngs)

    def __call__(self, x):
        return x + self.down(nnx.gelu(self.up(self.norm(x))))


class Classifier(nnx.Module):
    def __init__(self, features: int, width: int, classes: int, *, rngs: nnx.Rngs):
        self.embed = nnx.Linear(features, width, kernel_init=cut(None, "fsdp"), rngs=rngs)
        self.blocks = nnx.List([Block(width, 4 * width, rngs=rngs) for _ in range(3)])
        self.head = nnx.Linear(width, classes, kernel_init=cut(None, "fsdp"), rngs=rngs)

    def __call__(self, x):
        x = self.embed(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


@nnx.jit
def train_step(model, optimizer, x, labels):
    def loss_fn(model):
        return optax.softmax_cross_entropy_with_integer_labels(model(x), labels).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


with jax.set_mesh(mesh):
    model = Classifier(28 * 28, 64, 10, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    x = jax.device_put(jnp.ones((32, 28 * 28)), NamedSharding(mesh, P("fsdp")))
    labels = jax.device_put(jnp.zeros(32, jnp.int32), NamedSharding(mesh, P("fsdp")))
    loss = train_step(model, optimizer, x, labels)
