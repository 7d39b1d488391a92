# SPDX-License-Identifier: Apache-2.0
"""Lowers the three programs of this folder: python3 lower.py, with JAX 0.10.2, writes the .mlir files beside it."""
import os
import pathlib

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=16"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

LAYERS, D, F, H, KV, HD, V = 16, 2048, 5632, 16, 4, 128, 32000
mesh = jax.make_mesh((4, 4), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)


def shaped(spec, *shape, dtype=jnp.bfloat16):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, spec))


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


def block(x, w, k_cache=None, v_cache=None, position=None):
    y = norm(x, w["norm1"])
    q, k, v = (jnp.einsum("btd,dhk->bthk", y, w[name]) for name in ("wq", "wk", "wv"))
    if k_cache is None:
        mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    else:
        k = jax.lax.dynamic_update_slice(k_cache, k, (0, position, 0, 0))
        v = jax.lax.dynamic_update_slice(v_cache, v, (0, position, 0, 0))
        mask = jnp.arange(k.shape[1]) <= position
    x = x + jnp.einsum("bthk,hkd->btd", attention(q, k, v, mask), w["wo"])
    y = norm(x, w["norm2"])
    return x + jnp.einsum("btf,fd->btd", jax.nn.silu(y @ w["gate"]) * (y @ w["up"]), w["down"]), k, v


def layer_weights(fsdp, layers=LAYERS):
    return {
        "norm1": shaped(P(), layers, D), "norm2": shaped(P(), layers, D),
        "wq": shaped(P(None, fsdp, "model"), layers, D, H, HD),
        "wk": shaped(P(None, fsdp, "model"), layers, D, KV, HD),
        "wv": shaped(P(None, fsdp, "model"), layers, D, KV, HD),
        "wo": shaped(P(None, "model", None, fsdp), layers, H, HD, D),
        "gate": shaped(P(None, fsdp, "model"), layers, D, F),
        "up": shaped(P(None, fsdp, "model"), layers, D, F),
        "down": shaped(P(None, "model", fsdp), layers, F, D),
    }


def train_step(params, momentum, tokens, labels):
    def loss(params):
        x = constrain(params["embed"][tokens], "data", None, None)
        step = jax.checkpoint(lambda x, w: (constrain(block(x, w)[0], "data", None, None), None))
        x, _ = jax.lax.scan(step, x, params["layers"])
        logits = constrain(norm(x, params["norm"]) @ params["head"], "data", None, "model").astype(jnp.float32)
        picked = jnp.take_along_axis(logits, labels[..., None], -1)[..., 0]
        return jnp.mean(jax.nn.logsumexp(logits, -1) - picked)

    value, grads = jax.value_and_grad(loss)(params)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g.astype(m.dtype), momentum, grads)
    return value, jax.tree.map(lambda p, m: p - (1e-3 * m).astype(p.dtype), params, momentum), momentum


def decode_step(params, cache, token, position):
    def step(x, layer):
        w, k, v = layer
        x, k, v = block(x, w, k, v, position)
        return x, (k, v)

    x = params["embed"][token][:, None]
    x, (k, v) = jax.lax.scan(step, x, (params["layers"], cache["k"], cache["v"]))
    logits = (norm(x, params["norm"]) @ params["head"])[:, 0]
    return jnp.argmax(logits, -1), {"k": k, "v": v}


def moe_layer(w, x):
    """Top-2 routing with a capacity; experts along 'model', so that tokens travel by all-to-all."""
    experts, capacity = 16, 512
    gates = jax.nn.softmax(jnp.einsum("gsd,de->gse", x, w["router"]).astype(jnp.float32), -1)
    values, chosen = jax.lax.top_k(gates, 2)
    onehot = jax.nn.one_hot(chosen, experts, dtype=jnp.float32)
    place = (jnp.cumsum(onehot.sum(2), 1) - 1)[:, :, None] * onehot
    slot = jax.nn.one_hot(jnp.where(onehot > 0, place, -1), capacity, dtype=jnp.float32)
    combine = jnp.einsum("gsk,gskec->gsec", values, slot).astype(x.dtype)
    sent = constrain(jnp.einsum("gsec,gsd->egcd", (combine > 0).astype(x.dtype), x), "model", "data")
    hidden = jax.nn.silu(jnp.einsum("egcd,edf->egcf", sent, w["up"]))
    out = constrain(jnp.einsum("egcf,efd->egcd", hidden, w["down"]), "model", "data")
    return constrain(jnp.einsum("gsec,egcd->gsd", combine, out), "data")


def moe_step(w, x):
    return jax.grad(lambda w, x: moe_layer(w, x).astype(jnp.float32).var())(w, x)


params = {
    "embed": shaped(P("model", "data"), V, D), "head": shaped(P("data", "model"), D, V),
    "norm": shaped(P(), D), "layers": layer_weights("data"),
}
serving = dict(params, embed=shaped(P("model"), V, D), head=shaped(P(None, "model"), D, V), layers=layer_weights(None))
momentum = jax.tree.map(lambda s: jax.ShapeDtypeStruct(s.shape, jnp.float32, sharding=s.sharding), params)
cache = {name: shaped(P(None, "data", None, "model"), LAYERS, 32, 4096, KV, HD) for name in ("k", "v")}
experts = {
    "router": shaped(P(), D, 16),
    "up": shaped(P("model", None, "data"), 16, D, F), "down": shaped(P("model", "data"), 16, F, D),
}
look = {
    "train_step": """A training step of a 1 B Transformer, FSDP over 'data' and tensors over 'model', layers in a scan.
Look at the steps that run x16: weights are gathered over 'data' in the forward and again in the backward pass, gradients
of weights are all-reduced over 'data' inside of the loop, and activations over 'model' twice a layer.
Try --mesh data=16,model=1 and --mesh data=2,model=8, and --in 'params/layers/*=P()' for what FSDP costs.""",
    "decode_step": """One token of the same Transformer: tensors over 'model', batch and cache over 'data', the cache donated.
Look at how little moves, two all-reduces a layer and the argmax, all of them bound by latency.
Try --mesh data=1,model=16: the 4 heads of keys and values do not divide, and the finding says so.""",
    "moe_step": """Gradients of a mixture of experts: experts over 'model', tokens over 'data'.
Look at what dispatch costs: no all-to-all, for tokens are copied over 'model'; the combined result is all-reduced.
Try --constraint with the line of a sharding_constraint, and --mesh data=2,model=8.""",
}
ids = lambda *shape: shaped(P("data"), *shape, dtype=jnp.int32)
programs = {
    "train_step": (jax.jit(train_step, donate_argnums=(0, 1)), (params, momentum, ids(16, 2048), ids(16, 2048))),
    "decode_step": (jax.jit(decode_step, donate_argnums=1), (serving, cache, ids(32), jax.ShapeDtypeStruct((), jnp.int32))),
    "moe_step": (jax.jit(moe_step), (experts, shaped(P("data"), 16, 1024, D))),
}

if __name__ == "__main__":
    for name, (function, arguments) in programs.items():
        text = function.lower(*arguments).as_text(debug_info=True)
        here = pathlib.Path(__file__).parent
        comment = "".join(f"// {line}\n" for line in look[name].splitlines())
        (here / f"{name}.mlir").write_text(comment + text.replace(f"{here.resolve()}/", ""))
