"""The transformer of linen-transformer.py, with three heads where the axis "model" has four devices."""
# shardctl: framework=jax==0.10.2 devices=8
from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

RULES = (("batch", "data"), ("length", None), ("embed", None), ("heads", "model"), ("mlp", "model"), ("vocab", "model"))
WIDTH, HEADS, LAYERS, VOCAB = 66, 3, 2, 128


def named(*names):
    return nn.with_logical_partitioning(nn.initializers.xavier_uniform(), names)


class Attention(nn.Module):
    heads: int

    @nn.compact
    def __call__(self, x, mask):
        project = partial(
            nn.DenseGeneral,
            features=(self.heads, x.shape[-1] // self.heads),
            use_bias=False,
            kernel_init=named("embed", "heads"),
        )
        query, key, value = project(name="query")(x), project(name="key")(x), project(name="value")(x)
        y = nn.dot_product_attention(query, key, value, mask=mask)
        return nn.DenseGeneral(
            x.shape[-1], axis=(-2, -1), use_bias=False, kernel_init=named("heads", "embed"), name="out"
        )(y)


class Block(nn.Module):
    heads: int

    @nn.compact
    def __call__(self, x, mask):
        x = x + Attention(self.heads)(nn.LayerNorm()(x), mask)
        h = nn.Dense(4 * x.shape[-1], kernel_init=named("embed", "mlp"))(nn.LayerNorm()(x))
        h = nn.with_logical_constraint(nn.gelu(h), ("batch", "length", "mlp"))
        x = x + nn.Dense(x.shape[-1], kernel_init=named("mlp", "embed"))(h)
        return nn.with_logical_constraint(x, ("batch", "length", "embed"))


class Transformer(nn.Module):
    @nn.compact
    def __call__(self, tokens):
        x = nn.Embed(VOCAB, WIDTH, embedding_init=named("vocab", "embed"))(tokens)
        mask = nn.make_causal_mask(tokens)
        for _ in range(LAYERS):
            x = Block(HEADS)(x, mask)
        return nn.Dense(VOCAB, use_bias=False, kernel_init=named("embed", "vocab"))(nn.LayerNorm()(x))


model = Transformer()
mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
batch = jax.device_put(jnp.zeros((8, 16), jnp.int32), NamedSharding(mesh, P("data")))


def create(key, tokens):
    params = model.init(key, tokens)["params"]
    return TrainState.create(apply_fn=model.apply, params=params, tx=optax.adamw(1e-3))


@jax.jit
def train_step(state, tokens):
    def loss_fn(params):
        logits = state.apply_fn({"params": params}, tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


with jax.set_mesh(mesh), nn.logical_axis_rules(RULES):
    shapes = jax.eval_shape(create, jax.random.key(0), batch)
    shardings = nn.logical_to_mesh_sharding(nn.get_partition_spec(shapes), mesh, RULES)
    state = jax.jit(create, out_shardings=shardings)(jax.random.key(0), batch)
    state, loss = train_step(state, batch)
