"""The transformer of testdata/stablehlo/large.py as JAX users write it, its 400 layers unrolled: `programs` has it jitted with
its arguments, as that of specs/modules/lower.py."""
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

LAYERS, B, T, D, H, K, F = 400, 16, 256, 512, 8, 64, 2048
mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)


def shaped(spec, *shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, spec))


def layer(x, w):
    y = x * jax.lax.rsqrt(jnp.sum(x * x, -1, keepdims=True)) * w["scale"]
    q, k, v = (jnp.einsum("btd,dhk->bthk", y, w[name]) for name in ("wq", "wk", "wv"))
    scores = jnp.einsum("bthk,bshk->bhts", q, k)
    scores = jnp.exp(scores - jnp.max(scores, -1, keepdims=True))
    x = x + jnp.einsum("bthk,hkd->btd", jnp.einsum("bhts,bshk->bthk", scores, v), w["wo"])
    return x + jnp.maximum(x @ w["up"], 0.0) @ w["down"]


def step(x, layers):
    for w in layers:
        x = layer(x, w)
    return x


weights = {
    "scale": shaped(P(), D), "wo": shaped(P("model"), H, K, D),
    "wq": shaped(P(None, "model"), D, H, K), "wk": shaped(P(None, "model"), D, H, K), "wv": shaped(P(None, "model"), D, H, K),
    "up": shaped(P(None, "model"), D, F), "down": shaped(P("model"), F, D),
}
programs = {"400 layers": (jax.jit(step), (shaped(P("data"), B, T, D), [weights] * LAYERS))}
