/* SPDX-License-Identifier: Apache-2.0 */
/* Quantization, low-rank adaption, diffusion and derivatives as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case quantization[] = {
    {"0.10.2", "data=2 model=2", "x bf16[8@data,64]; wq i8[64,128@model]; scale f32[128@model]",
     "w = (wq.astype(jnp.float32) * scale[None, :]).astype(x.dtype)\n"
     "y = x @ w\n"
     "amax = jnp.max(jnp.abs(x), axis=-1, keepdims=True).astype(jnp.float32)\n"
     "xs = amax / 127.\n"
     "xq = jnp.clip(jnp.round(x / xs), -128, 127).astype(jnp.int8)\n"
     "acc = lax.dot_general(xq, wq, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)\n"
     "y8 = (acc.astype(jnp.float32) * xs * scale).astype(jnp.bfloat16)\n"
     "err = jnp.mean(jnp.abs(y.astype(jnp.float32) - y8.astype(jnp.float32)))",
     "acc i32[8@data,128@model]; amax f32[8@data,1]; err f32[]; w bf16[64,128@model]; "
     "xq i8[8@data,64]; xs f32[8@data,1]; y bf16[8@data,128@model]; y8 "
     "bf16[8@data,128@model]"},
    {"0.10.2", "data=2 model=2", "x bf16[8@data,64]; wq i8[64,128@model]; scale f32[128@data]",
     "w = (wq.astype(jnp.float32) * scale[None, :]).astype(x.dtype)\n"
     "y = x @ w\n"
     "amax = jnp.max(jnp.abs(x), axis=-1, keepdims=True).astype(jnp.float32)\n"
     "xs = amax / 127.\n"
     "xq = jnp.clip(jnp.round(x / xs), -128, 127).astype(jnp.int8)\n"
     "acc = lax.dot_general(xq, wq, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)\n"
     "y8 = (acc.astype(jnp.float32) * xs * scale).astype(jnp.bfloat16)\n"
     "err = jnp.mean(jnp.abs(y.astype(jnp.float32) - y8.astype(jnp.float32)))",
     "ShardingTypeError: mul got incompatible shardings for broadcasting: (None, "
     "'model'), (None, 'data')."},
    {"0.10.2", "fsdp=4", "w f32[64@fsdp,32]",
     "BLOCK = 8\n"
     "blocks = w.reshape(64, 32 // BLOCK, BLOCK)\n"
     "s = jnp.abs(blocks).max(axis=-1, keepdims=True) / 7.0\n"
     "q = jnp.round(blocks / jnp.where(s == 0, 1.0, s)).astype(jnp.int8)\n"
     "packed = (q[..., ::2] & 0xF) | (q[..., 1::2] << 4)\n"
     "deq = (q.astype(jnp.float32) * s).reshape(w.shape)\n"
     "mse = jnp.square(deq - w).mean()",
     "blocks f32[64@fsdp,4,8]; deq f32[64@fsdp,32]; mse f32[]; packed i8[64@fsdp,4,4]; "
     "q i8[64@fsdp,4,8]; s f32[64@fsdp,4,1]"},
    {"0.10.2", "fsdp=4", "w f32[64@fsdp,32]",
     "BLOCK = 8\n"
     "blocks = w.reshape(-1, BLOCK)\n"
     "s = jnp.abs(blocks).max(axis=-1, keepdims=True) / 7.0\n"
     "q = jnp.round(blocks / jnp.where(s == 0, 1.0, s)).astype(jnp.int8)\n"
     "packed = (q[..., ::2] & 0xF) | (q[..., 1::2] << 4)\n"
     "deq = (q.astype(jnp.float32) * s).reshape(w.shape)\n"
     "mse = jnp.square(deq - w).mean()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[64@fsdp,32], new sizes: (256, 8)"},
    {"0.10.2", "data=4", "x f32[16@data,8]; w f32[8,8]",
     "def ste_round(x):\n"
     "  return x + lax.stop_gradient(jnp.round(x) - x)\n"
     "\n"
     "@jax.custom_vjp\n"
     "def clip_ste(x):\n"
     "  return jnp.clip(x, -1, 1)\n"
     "\n"
     "def fwd(x):\n"
     "  return clip_ste(x), (x,)\n"
     "\n"
     "def bwd(res, g):\n"
     "  (x,) = res\n"
     "  return (jnp.where(jnp.abs(x) <= 1, g, 0),)\n"
     "\n"
     "clip_ste.defvjp(fwd, bwd)\n"
     "\n"
     "def loss(w):\n"
     "  h = clip_ste(x @ ste_round(w * 127) / 127)\n"
     "  return jnp.sum(h ** 2)\n"
     "\n"
     "g = jax.grad(loss)(w)\n"
     "l = loss(w)",
     "g f32[8,8]; l f32[]"},
    {"0.10.2", "data=4", "x f32[16@data,8]; w f32[8,8]",
     "def ste_round(x):\n"
     "  return x + lax.stop_gradient(jnp.round(x) - x)\n"
     "\n"
     "@jax.custom_vjp\n"
     "def clip_ste(x):\n"
     "  return jnp.clip(x, -1, 1)\n"
     "\n"
     "def fwd(x):\n"
     "  return clip_ste(x), (x,)\n"
     "\n"
     "def bwd(res, g):\n"
     "  (x,) = res\n"
     "  return jnp.where(jnp.abs(x) <= 1, g, 0)\n"
     "\n"
     "clip_ste.defvjp(fwd, bwd)\n"
     "\n"
     "def loss(w):\n"
     "  h = clip_ste(x @ ste_round(w * 127) / 127)\n"
     "  return jnp.sum(h ** 2)\n"
     "\n"
     "g = jax.grad(loss)(w)\n"
     "l = loss(w)",
     "TypeError: Custom VJP bwd rule must produce an output with the same container "
     "(pytree) structure as the args tuple of the primal function, and in particular "
     "must produce a tuple of length equal to the number of arguments to the primal "
     "function, but got bwd output structure PyTreeDef(*) for primal input structure "
     "PyTreeDef((*,))."},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_adapted, quantization)
{
	testing_programs(quantization, ROWS(quantization));
}

static const struct program_case lora[] = {
    {"0.10.2", "data=2 model=2",
     "x bf16[4@data,8,32]; w bf16[32,64@model]; a f32[32,4]; b f32[4,64@model]",
     "def lora_dense(x, w, a, b, alpha=16, r=4):\n"
     "  base = x @ w\n"
     "  down = x.astype(a.dtype) @ a\n"
     "  up = down @ b\n"
     "  return base + (alpha / r) * up.astype(base.dtype)\n"
     "\n"
     "y = lora_dense(x, w, a, b)\n"
     "merged = w + (4.0 * (a @ b)).astype(w.dtype)",
     "merged bf16[32,64@model]; y bf16[4@data,8,64@model]"},
    {"0.10.2", "data=2 model=2",
     "x bf16[4@data,8,32]; w bf16[32,64@model]; a f32[32,4]; b f32[8,64@model]",
     "def lora_dense(x, w, a, b, alpha=16, r=4):\n"
     "  base = x @ w\n"
     "  down = x.astype(a.dtype) @ a\n"
     "  up = down @ b\n"
     "  return base + (alpha / r) * up.astype(base.dtype)\n"
     "\n"
     "y = lora_dense(x, w, a, b)\n"
     "merged = w + (4.0 * (a @ b)).astype(w.dtype)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (8,)."},
    {"0.10.2", "data=2 model=2",
     "x f32[8@data,32]; y f32[8@data,64@model]; w f32[32,64@model]; a f32[32,4]; "
     "b f32[4,64@model]",
     "lora = {'a': a, 'b': b}\n"
     "\n"
     "def loss(lora, w):\n"
     "  out = x @ lax.stop_gradient(w) + (x @ lora['a']) @ lora['b']\n"
     "  return jnp.mean(jnp.square(out - y))\n"
     "\n"
     "val, g = jax.value_and_grad(loss)(lora, w)\n"
     "lora = jax.tree.map(lambda p, d: p - 1e-3 * d, lora, g)",
     "g['a'] f32[32,4]; g['b'] f32[4,64@model]; lora['a'] f32[32,4]; lora['b'] "
     "f32[4,64@model]; val f32[]"},
    {"0.10.2", "data=2 model=2",
     "x f32[8@data,32]; y f32[8@model,64@data]; w f32[32,64@model]; a f32[32,4]; "
     "b f32[4,64@model]",
     "lora = {'a': a, 'b': b}\n"
     "\n"
     "def loss(lora, w):\n"
     "  out = x @ lax.stop_gradient(w) + (x @ lora['a']) @ lora['b']\n"
     "  return jnp.mean(jnp.square(out - y))\n"
     "\n"
     "val, g = jax.value_and_grad(loss)(lora, w)\n"
     "lora = jax.tree.map(lambda p, d: p - 1e-3 * d, lora, g)",
     "ShardingTypeError: sub got incompatible shardings for broadcasting: ('data', "
     "'model'), ('model', 'data')."},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,8,32]; A f32[5,32,4]; B f32[5,4,16@model]; ids i32[4@data]",
     "a = A.at[ids].get(out_sharding=P('data', None, None))\n"
     "b = B.at[ids].get(out_sharding=P('data', None, 'model'))\n"
     "h = jnp.einsum('btd,bdr->btr', x, a)\n"
     "y = jnp.einsum('btr,bro->bto', h, b)\n"
     "alt = jax.vmap(lambda x, a, b: (x @ a) @ b)(x, a, b)",
     "a f32[4@data,32,4]; alt f32[4@data,8,16@model]; b f32[4@data,4,16@model]; h "
     "f32[4@data,8,4]; y f32[4@data,8,16@model]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,8,32]; A f32[5,32,4]; B f32[5,4,16@model]; ids i32[4@data]",
     "a = A.at[ids].get(out_sharding=P('data', None, None))\n"
     "b = B.at[ids].get(out_sharding=P(None, None, 'model'))\n"
     "h = jnp.einsum('btd,bdr->btr', x, a)\n"
     "y = jnp.einsum('btr,bro->bto', h, b)\n"
     "alt = jax.vmap(lambda x, a, b: (x @ a) @ b)(x, a, b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: data vs None"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_adapted, lora)
{
	testing_programs(lora, ROWS(lora));
}

static const struct program_case diffusion[] = {
    {"0.10.2", "data=4", "x f32[8@data,16,16,3]; eps f32[8@data,16,16,3]; t i32[8@data]",
     "T = 1000\n"
     "betas = jnp.linspace(1e-4, 0.02, T)\n"
     "alphas = 1.0 - betas\n"
     "abar = jnp.cumprod(alphas)\n"
     "\n"
     "def extract(a, t):\n"
     "  return a.at[t].get(out_sharding=P('data'))[:, None, None, None]\n"
     "\n"
     "x_t = jnp.sqrt(extract(abar, t)) * x + jnp.sqrt(1 - extract(abar, t)) * eps\n"
     "coef = extract(betas, t) / jnp.sqrt(1 - extract(abar, t))\n"
     "mean = (x_t - coef * eps) / jnp.sqrt(extract(alphas, t))\n"
     "noise = jax.random.normal(jax.random.key(0), x.shape, x.dtype, out_sharding=P('data'))\n"
     "nonzero = (t > 0).astype(x.dtype)[:, None, None, None]\n"
     "x_prev = mean + nonzero * jnp.sqrt(extract(betas, t)) * noise",
     "abar f32[1000]; alphas f32[1000]; betas f32[1000]; coef f32[8@data,1,1,1]; mean "
     "f32[8@data,16,16,3]; noise f32[8@data,16,16,3]; nonzero f32[8@data,1,1,1]; "
     "x_prev f32[8@data,16,16,3]; x_t f32[8@data,16,16,3]"},
    {"0.10.2", "data=4", "x f32[8@data,16,16,3]; eps f32[8@data,16,16,3]; t i32[8@data]",
     "T = 1000\n"
     "betas = jnp.linspace(1e-4, 0.02, T)\n"
     "alphas = 1.0 - betas\n"
     "abar = jnp.cumprod(alphas)\n"
     "\n"
     "def extract(a, t):\n"
     "  return a[t][:, None, None, None]\n"
     "\n"
     "x_t = jnp.sqrt(extract(abar, t)) * x + jnp.sqrt(1 - extract(abar, t)) * eps\n"
     "coef = extract(betas, t) / jnp.sqrt(1 - extract(abar, t))\n"
     "mean = (x_t - coef * eps) / jnp.sqrt(extract(alphas, t))\n"
     "noise = jax.random.normal(jax.random.key(0), x.shape, x.dtype, out_sharding=P('data'))\n"
     "nonzero = (t > 0).astype(x.dtype)[:, None, None, None]\n"
     "x_prev = mean + nonzero * jnp.sqrt(extract(betas, t)) * noise",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[1000]), indices=ShapedArray(int32[8@data,1])"},
    {"0.10.2", "data=4", "xT f32[8@data,32]; w f32[32,32@data]; temb f32[10,32]",
     "abar = np.linspace(0.99, 0.01, 10)\n"
     "\n"
     "def model(x, t):\n"
     "  return jnp.tanh(x @ w + temb[t])\n"
     "\n"
     "def ddim(x, t):\n"
     "  a_t = jnp.asarray(abar)[t]\n"
     "  a_p = jnp.where(t > 0, jnp.asarray(abar)[jnp.maximum(t - 1, 0)], 1.0)\n"
     "  e = model(x, t)\n"
     "  x0 = (x - jnp.sqrt(1 - a_t) * e) / jnp.sqrt(a_t)\n"
     "  x0 = jnp.clip(x0, -1, 1)\n"
     "  return jnp.sqrt(a_p) * x0 + jnp.sqrt(1 - a_p) * e, x0\n"
     "\n"
     "x, x0s = lax.scan(ddim, xT, jnp.arange(10)[::-1])",
     "ShardingTypeError: dot_general operation with inputs: f32[8@data,32], "
     "f32[32,32@data] produces an illegally sharded result: f32[8@data,32@data]"},
    {"0.10.2", "data=2 model=2", "x f32[4@data,8,8,4]; c f32[4@data,16]; w f32[16,4]",
     "null = jnp.zeros_like(c)\n"
     "xx = jnp.concatenate([x, x], axis=0)\n"
     "cc = jnp.concatenate([c, null], axis=0)\n"
     "out = xx * (cc @ w)[:, None, None, :]\n"
     "cond, uncond = jnp.split(out, 2, axis=0)\n"
     "guided = uncond + 7.5 * (cond - uncond)\n"
     "std_ratio = jnp.std(cond, axis=(1, 2, 3), keepdims=True) / jnp.std(guided, axis=(1, 2, 3), "
     "keepdims=True)\n"
     "guided = 0.7 * guided * std_ratio + 0.3 * guided",
     "cc f32[8@data,16]; cond f32[4@data,8,8,4]; guided f32[4@data,8,8,4]; null "
     "f32[4@data,16]; out f32[8@data,8,8,4]; std_ratio f32[4@data,1,1,1]; uncond "
     "f32[4@data,8,8,4]; xx f32[8@data,8,8,4]"},
    {"0.10.2", "data=2 model=2", "x f32[4@data,8,8,4]; c f32[4@data,16]; w f32[16,4]",
     "null = jnp.zeros((4, 16))\n"
     "xx = jnp.concatenate([x, x], axis=0)\n"
     "cc = jnp.concatenate([c, null], axis=0)\n"
     "out = xx * (cc @ w)[:, None, None, :]\n"
     "cond, uncond = jnp.split(out, 2, axis=0)\n"
     "guided = uncond + 7.5 * (cond - uncond)\n"
     "std_ratio = jnp.std(cond, axis=(1, 2, 3), keepdims=True) / jnp.std(guided, axis=(1, 2, 3), "
     "keepdims=True)\n"
     "guided = 0.7 * guided * std_ratio + 0.3 * guided",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('data': 2, 'model': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('data', "
     "None)), NamedSharding(mesh=AbstractMesh('data': 2, 'model': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None))"},
    {"0.10.2", "data=4", "x1 f32[8@data,16]; w f32[17,16]",
     "key = jax.random.PRNGKey(0)\n"
     "k1, k2 = jax.random.split(key)\n"
     "x0 = jax.random.normal(k1, x1.shape)\n"
     "x0 = jax.sharding.reshard(x0, P('data', None))\n"
     "t = jax.random.uniform(k2, (x1.shape[0], 1))\n"
     "t = jax.sharding.reshard(t, P('data', None))\n"
     "xt = (1 - t) * x0 + t * x1\n"
     "\n"
     "def velocity(w, xt, t):\n"
     "  return jnp.concatenate([xt, t], axis=-1) @ w\n"
     "\n"
     "def loss(w):\n"
     "  v = velocity(w, xt, t)\n"
     "  return jnp.mean(jnp.square(v - (x1 - x0)))\n"
     "\n"
     "l, g = jax.value_and_grad(loss)(w)",
     "g f32[17,16]; k1 u32[2]; k2 u32[2]; key u32[2]; l f32[]; t f32[8@data,1]; x0 "
     "f32[8@data,16]; xt f32[8@data,16]"},
    {"0.10.2", "data=4", "x1 f32[8@data,16]; w f32[17,16]",
     "key = jax.random.PRNGKey(0)\n"
     "k1, k2 = jax.random.split(key)\n"
     "x0 = jax.random.normal(k1, x1.shape)\n"
     "x0 = jax.sharding.reshard(x0, P('data', None))\n"
     "t = jax.random.uniform(k2, (x1.shape[0], 1))\n"
     "xt = (1 - t) * x0 + t * x1\n"
     "\n"
     "def velocity(w, xt, t):\n"
     "  return jnp.concatenate([xt, t], axis=-1) @ w\n"
     "\n"
     "def loss(w):\n"
     "  v = velocity(w, xt, t)\n"
     "  return jnp.mean(jnp.square(v - (x1 - x0)))\n"
     "\n"
     "l, g = jax.value_and_grad(loss)(w)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('data', None)), "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_adapted, diffusion)
{
	testing_programs(diffusion, ROWS(diffusion));
}

static const struct program_case derivatives[] = {
    {"0.10.2", "data=4", "x f32[8@data,4]; v f32[8@data,4]",
     "f = lambda x: jnp.sum(jnp.sin(x) * x, axis=-1)\n"
     "y, dy = jax.jvp(f, (x,), (v,))\n"
     "y2, vjp = jax.vjp(f, x)\n"
     "(gx,) = vjp(jnp.ones_like(y2))\n"
     "hv = jax.jvp(jax.grad(lambda x: f(x).sum()), (x,), (v,))[1]\n"
     "y3, lin = jax.linearize(f, x)\n"
     "dy3 = lin(v)",
     "dy f32[8@data]; dy3 f32[8@data]; gx f32[8@data,4]; hv f32[8@data,4]; y "
     "f32[8@data]; y2 f32[8@data]; y3 f32[8@data]"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_jvp\n"
     "def log1pexp(x):\n"
     "  return jnp.log1p(jnp.exp(x))\n"
     "\n"
     "@log1pexp.defjvp\n"
     "def log1pexp_jvp(primals, tangents):\n"
     "  x, = primals\n"
     "  t, = tangents\n"
     "  return log1pexp(x), t * jax.nn.sigmoid(x)\n"
     "\n"
     "g = jax.grad(lambda x: log1pexp(x).sum())(x)\n"
     "y, t = jax.jvp(log1pexp, (x,), (jnp.ones_like(x),))",
     "g f32[8@data,4]; t f32[8@data,4]; y f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]",
     "@jax.custom_jvp\n"
     "def log1pexp(x):\n"
     "  return jnp.log1p(jnp.exp(x))\n"
     "\n"
     "@log1pexp.defjvp\n"
     "def log1pexp_jvp(primals, tangents):\n"
     "  x, = primals\n"
     "  t, = tangents\n"
     "  return log1pexp(x), t * jax.nn.sigmoid(x)\n"
     "\n"
     "g = jax.grad(lambda x: log1pexp(x))(x)\n"
     "y, t = jax.jvp(log1pexp, (x,), (jnp.ones_like(x),))",
     "TypeError: Gradient only defined for scalar-output functions. Output had shape: "
     "(8, 4)."},
    {"0.10.2", "data=4", "xs f32[8@data,5,3]; ys f32[8@data,5]; w f32[3]",
     "def inner_loss(w, x, y):\n"
     "  return jnp.mean((x @ w - y) ** 2)\n"
     "\n"
     "def adapt(w, x, y, alpha=0.1):\n"
     "  return w - alpha * jax.grad(inner_loss)(w, x, y)\n"
     "\n"
     "def maml_loss(w):\n"
     "  adapted = jax.vmap(adapt, in_axes=(None, 0, 0))(w, xs, ys)\n"
     "  losses = jax.vmap(inner_loss)(adapted, xs, ys)\n"
     "  return losses.mean()\n"
     "\n"
     "loss, g = jax.value_and_grad(maml_loss)(w)",
     "g f32[3]; loss f32[]"},
    {"0.10.2", "data=4", "xs f32[8@data,5,3]; ys f32[8@data,5]; w f32[3]",
     "def inner_loss(w, x, y):\n"
     "  return jnp.mean((x @ w - y) ** 2)\n"
     "\n"
     "def adapt(w, x, y, alpha=0.1):\n"
     "  return w - alpha * jax.grad(inner_loss)(w, x, y)\n"
     "\n"
     "def maml_loss(w):\n"
     "  adapted = jax.vmap(adapt, in_axes=(0, 0, 0))(w, xs, ys)\n"
     "  losses = jax.vmap(inner_loss)(adapted, xs, ys)\n"
     "  return losses.mean()\n"
     "\n"
     "loss, g = jax.value_and_grad(maml_loss)(w)",
     "ValueError: vmap got inconsistent sizes for array axes to be mapped:"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_adapted, derivatives)
{
	testing_programs(derivatives, ROWS(derivatives));
}
