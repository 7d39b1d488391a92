"""A step of training a transformer in plain JAX, its layers in a scan of checkpoints, on FSDP and tensor parallelism."""
# shardctl: framework=jax==0.10.2 devices=16
import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

LAYERS, D, F, H, KV, HD, V = 4, 256, 512, 16, 4, 16, 1024
mesh = jax.make_mesh((4, 4), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)


def put(spec, *shape, dtype=jnp.bfloat16):
    return jax.device_put(jnp.zeros(shape, dtype), NamedSharding(mesh, spec))


def constrain(x, *spec):
    return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P(*spec)))


def norm(x, scale):
    x32 = x.astype(jnp.float32)
    return (x32 * jax.lax.rsqrt(jnp.mean(x32 * x32, -1, keepdims=True) + 1e-5)).astype(x.dtype) * scale


def attention(q, k, v, mask):
    b, t, h, d = q.shape
    q = q.reshape(b, t, k.shape[2], -1, d)
    scores = jnp.einsum("btkgd,bskd->bkgts", q, k).astype(jnp.float32) / d**0.5
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9), -1).astype(v.dtype)
    return jnp.einsum("bkgts,bskd->btkgd", weights, v).reshape(b, t, h, d)


def block(x, w):
    y = norm(x, w["norm1"])
    q, k, v = (jnp.einsum("btd,dhk->bthk", y, w[name]) for name in ("wq", "wk", "wv"))
    mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    x = x + jnp.einsum("bthk,hkd->btd", attention(q, k, v, mask), w["wo"])
    y = norm(x, w["norm2"])
    return x + jnp.einsum("btf,fd->btd", jax.nn.silu(y @ w["gate"]) * (y @ w["up"]), w["down"])


def layer_weights(fsdp, layers=LAYERS):
    return {
        "norm1": put(P(), layers, D), "norm2": put(P(), layers, D),
        "wq": put(P(None, fsdp, "model"), layers, D, H, HD),
        "wk": put(P(None, fsdp, "model"), layers, D, KV, HD),
        "wv": put(P(None, fsdp, "model"), layers, D, KV, HD),
        "wo": put(P(None, "model", None, fsdp), layers, H, HD, D),
        "gate": put(P(None, fsdp, "model"), layers, D, F),
        "up": put(P(None, fsdp, "model"), layers, D, F),
        "down": put(P(None, "model", fsdp), layers, F, D),
    }


@jax.jit
def train_step(params, momentum, tokens, labels):
    def loss(params):
        x = constrain(params["embed"][tokens], "data", None, None)
        step = jax.checkpoint(lambda x, w: (constrain(block(x, w), "data", None, None), None))
        x, _ = jax.lax.scan(step, x, params["layers"])
        logits = constrain(norm(x, params["norm"]) @ params["head"], "data", None, "model").astype(jnp.float32)
        picked = jnp.take_along_axis(logits, labels[..., None], -1)[..., 0]
        return jnp.mean(jax.nn.logsumexp(logits, -1) - picked)

    value, grads = jax.value_and_grad(loss)(params)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g.astype(m.dtype), momentum, grads)
    return value, jax.tree.map(lambda p, m: p - (1e-3 * m).astype(p.dtype), params, momentum), momentum


params = {
    "embed": put(P("model", "data"), V, D), "head": put(P("data", "model"), D, V),
    "norm": put(P(), D), "layers": layer_weights("data"),
}
momentum = jax.tree.map(lambda s: s.astype(jnp.float32), params)
tokens = put(P("data"), 16, 128, dtype=jnp.int32)
labels = put(P("data"), 16, 128, dtype=jnp.int32)
value, params, momentum = train_step(params, momentum, tokens, labels)
