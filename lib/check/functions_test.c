/* SPDX-License-Identifier: Apache-2.0 */
/* Functions as people write them. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case attention[] = {
    {"0.10.2", "data=2 model=4",
     "x f32[8@data,16,64]; wqkv f32[64,3,8@model,16]; wo f32[8@model,16,64]",
     "qkv = jnp.einsum('bsd,dthk->tbshk', x, wqkv)\n"
     "q, k, v = qkv[0], qkv[1], qkv[2]\n"
     "scale = q.shape[-1] ** -0.5\n"
     "s = jnp.einsum('bqhk,bshk->bhqs', q, k) * scale\n"
     "mask = jnp.tril(jnp.ones((16, 16), dtype=bool))\n"
     "s = jnp.where(mask, s, -1e30)\n"
     "p = jax.nn.softmax(s, axis=-1)\n"
     "ctx = jnp.einsum('bhqs,bshk->bqhk', p, v)\n"
     "out = jnp.einsum('bqhk,hkd->bqd', ctx, wo, out_sharding=P('data', None, None))",
     "ctx f32[8@data,16,8@model,16]; k f32[8@data,16,8@model,16]; mask bool[16,16]; "
     "out f32[8@data,16,64]; p f32[8@data,8@model,16,16]; q f32[8@data,16,8@model,16]; "
     "qkv f32[3,8@data,16,8@model,16]; s f32[8@data,8@model,16,16]; v "
     "f32[8@data,16,8@model,16]"},
    {"0.10.2", "data=2 model=4",
     "x f32[8@data,16,64]; wqkv f32[64,4@model,8,16]; wo f32[8@model,16,64]",
     "qkv = jnp.einsum('bsd,dthk->tbshk', x, wqkv)\n"
     "q, k, v = qkv[0], qkv[1], qkv[2]\n"
     "scale = q.shape[-1] ** -0.5\n"
     "s = jnp.einsum('bqhk,bshk->bhqs', q, k) * scale\n"
     "mask = jnp.tril(jnp.ones((16, 16), dtype=bool))\n"
     "s = jnp.where(mask, s, -1e30)\n"
     "p = jax.nn.softmax(s, axis=-1)\n"
     "ctx = jnp.einsum('bhqs,bshk->bqhk', p, v)\n"
     "out = jnp.einsum('bqhk,hkd->bqd', ctx, wo, out_sharding=P('data', None, None))",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (4) with spec (model) is not implemented. Got input "
     "type=f32[4@model,8@data,16,8,16] and output shape=(1, 8, 16, 8, 16)"},
    {"0.10.2", "dp=2 tp=4",
     "x f32[4@dp,32,64]; wq f32[64,64@tp]; wk f32[64,64@tp]; wv f32[64,64@tp]; wo "
     "f32[64@tp,64]",
     "B, S, D = x.shape\n"
     "H = 8\n"
     "K = D // H\n"
     "\n"
     "def heads(h):\n"
     "  return h.reshape(B, S, H, K).transpose(0, 2, 1, 3)\n"
     "\n"
     "q = heads(x @ wq)\n"
     "k = heads(x @ wk)\n"
     "v = heads(x @ wv)\n"
     "a = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(K)\n"
     "p = jax.nn.softmax(a, axis=-1)\n"
     "o = (p @ v).transpose(0, 2, 1, 3).reshape(B, S, D)\n"
     "y = jnp.matmul(o, wo, out_sharding=P('dp'))",
     "a f32[4@dp,8@tp,32,32]; k f32[4@dp,8@tp,32,8]; o f32[4@dp,32,64@tp]; p "
     "f32[4@dp,8@tp,32,32]; q f32[4@dp,8@tp,32,8]; v f32[4@dp,8@tp,32,8]; y "
     "f32[4@dp,32,64]"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,16,8@model,32]; k f32[4@data,16,8@model,32]; pos i32[4@data,16]",
     "def rope(x, pos, base=10000.0):\n"
     "  half = x.shape[-1] // 2\n"
     "  freq = base ** (-jnp.arange(half, dtype=jnp.float32) / half)\n"
     "  angle = pos[..., None].astype(jnp.float32) * freq\n"
     "  sin, cos = jnp.sin(angle)[:, :, None, :], jnp.cos(angle)[:, :, None, :]\n"
     "  x1, x2 = jnp.split(x, 2, axis=-1)\n"
     "  return jnp.concatenate([x1 * cos - x2 * sin, x2 * cos + x1 * sin], "
     "axis=-1)\n"
     "\n"
     "qr = rope(q, pos)\n"
     "kr = rope(k, pos)\n"
     "s = jnp.einsum('bqhk,bshk->bhqs', qr, kr)",
     "kr f32[4@data,16,8@model,32]; qr f32[4@data,16,8@model,32]; s "
     "f32[4@data,8@model,16,16]"},
    {"0.10.2", "dp=2 tp=4",
     "q f32[4@dp,8@tp,16,32]; k f32[4@dp,8@tp,16,32]; v f32[4@dp,8@tp,16,32]; keep "
     "bool[4@dp,16]; bias f32[8@tp,16,16]",
     "s = q @ k.transpose(0, 1, 3, 2)\n"
     "s = s / 32 ** 0.5 + bias\n"
     "s = lax.select(jnp.broadcast_to(keep[:, None, None, :], s.shape), s, "
     "jnp.zeros(s.shape))\n"
     "w = jax.nn.softmax(s)\n"
     "o = w @ v\n"
     "merged = o.transpose(0, 2, 1, 3).reshape(4, 16, -1)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('dp': 2, 'tp': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "None, None)), NamedSharding(mesh=AbstractMesh('dp': 2, 'tp': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('dp', 'tp', None, None))]."},
    {"0.10.2", "data=2 model=4",
     "x f32[8@data,16,32]; mem f32[8@data,24,32]; wq f32[32,64@model]; wk "
     "f32[32,64@model]",
     "def score(xi, mi):\n"
     "  q = xi @ wq\n"
     "  k = mi @ wk\n"
     "  return jnp.matmul(q, k.T, out_sharding=P(None, None))\n"
     "\n"
     "s = jax.vmap(score)(x, mem)\n"
     "p = jax.nn.softmax(s, axis=-1)\n"
     "o = jnp.einsum('bqs,bsd->bqd', p, mem)",
     "o f32[8@data,16,32]; p f32[8@data,16,24]; s f32[8@data,16,24]"},
    {"0.10.2", "data=2", "x f32[8@data,32,16]",
     "idx = jnp.arange(32)[:, None] + jnp.arange(-3, 1)[None, :]\n"
     "idx = jnp.clip(idx, 0, 31)\n"
     "win = x[:, idx]\n"
     "score = jnp.einsum('bsd,bswd->bsw', x, win)\n"
     "w = jax.nn.softmax(score, axis=-1)\n"
     "out = jnp.einsum('bsw,bswd->bsd', w, win)",
     "idx i32[32,4]; out f32[8@data,32,16]; score f32[8@data,32,4]; w "
     "f32[8@data,32,4]; win f32[8@data,32,4,16]"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, attention)
{
	testing_programs(attention, ROWS(attention));
}

static const struct program_case conv[] = {
    {"0.10.2", "data=2", "x f32[8@data,16,16,3]; w f32[3,3,3,32]; b f32[32]",
     "y = lax.conv_general_dilated(x, w, (2, 2), 'SAME', dimension_numbers=('NHWC', "
     "'HWIO', 'NHWC'))\n"
     "y = jax.nn.relu(y + b)\n"
     "p = lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "
     "'VALID')\n"
     "feat = p.mean(axis=(1, 2))",
     "feat f32[8@data,32]; p f32[8@data,4,4,32]; y f32[8@data,8,8,32]"},
    {"0.10.2", "data=2", "x f32[8@data,16,16,3]; w f32[3,3,3,32@data]; b f32[32]",
     "y = lax.conv_general_dilated(x, w, (2, 2), 'SAME', dimension_numbers=('NHWC', "
     "'HWIO', 'NHWC'))\n"
     "y = jax.nn.relu(y + b)\n"
     "p = lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "
     "'VALID')\n"
     "feat = p.mean(axis=(1, 2))",
     "ShardingTypeError: Please specify the output sharding via `out_sharding` "
     "parameter of `conv_general_dilated`"},
    {"0.10.2", "data=2", "x f32[8@data,16,16,3]; w f32[3,3,3,32]; b f32[32@data]",
     "y = lax.conv_general_dilated(x, w, (2, 2), 'SAME', dimension_numbers=('NHWC', "
     "'HWIO', 'NHWC'))\n"
     "y = jax.nn.relu(y + b)\n"
     "p = lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "
     "'VALID')\n"
     "feat = p.mean(axis=(1, 2))",
     "ShardingTypeError: add operation with inputs: f32[8@data,8,8,32], "
     "f32[1,1,1,32@data] produces an illegally sharded result: "
     "f32[8@data,8,8,32@data]"},
    {"0.10.2", "data=4", "x f32[8,16@data,8,8]; k1 f32[16,16,3,3]; k2 f32[16,16,3,3]",
     "def bn(h):\n"
     "  mu = h.mean((0, 2, 3), keepdims=True)\n"
     "  return (h - mu) * lax.rsqrt(h.var((0, 2, 3), keepdims=True) + 1e-5)\n"
     "\n"
     "h = lax.conv(x, k1, (1, 1), 'SAME')\n"
     "h = jax.nn.relu(bn(h))\n"
     "h = lax.conv(h, k2, (1, 1), 'SAME')\n"
     "y = jax.nn.relu(x + bn(h))\n"
     "pad = jnp.pad(y, ((0, 0), (0, 0), (1, 1), (1, 1)))",
     "ShardingTypeError: Please specify the output sharding via `out_sharding` "
     "parameter of `conv_general_dilated`"},
    {"0.10.2", "data=2 model=2", "x f32[4@data,32,16@model]; w f32[4@model,16]",
     "xp = jnp.pad(x, ((0, 0), (3, 0), (0, 0)))\n"
     "taps = [xp[:, 0:32], xp[:, 1:33], xp[:, 2:34], xp[:, 3:35]]\n"
     "y = taps[0] * w[0] + taps[1] * w[1] + taps[2] * w[2] + taps[3] * w[3]\n"
     "y = jax.nn.silu(y)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (2) with spec (model) is not implemented. Got input "
     "type=f32[4@model,16] and output shape=(1, 16)"},
    {"0.10.2", "data=2 model=4",
     "img f32[8@data,16,16,3]; w f32[48,64@model]; pos f32[16,64@model]; cls "
     "f32[1,64@model]",
     "p = img.reshape(8, 4, 4, 4, 4, 3, out_sharding=P('data'))\n"
     "p = p.transpose(0, 1, 3, 2, 4, 5).reshape((8, 16, 48), "
     "out_sharding=P('data'))\n"
     "t = jnp.einsum('npd,de->npe', p, w) + pos\n"
     "c = jnp.broadcast_to(cls, (8, 1, 64))\n"
     "c = jax.sharding.reshard(c, P('data', None, 'model'))\n"
     "tok = jnp.concatenate([c, t], axis=1)\n"
     "pooled = tok[:, 0]",
     "c f32[8@data,1,64@model]; p f32[8@data,16,48]; pooled f32[8@data,64@model]; t "
     "f32[8@data,16,64@model]; tok f32[8@data,17,64@model]"},
    {"0.10.2", "data=2 model=4",
     "img f32[8@data,16,16@model,3]; w f32[48,64@model]; pos f32[16,64@model]; cls "
     "f32[1,64@model]",
     "p = img.reshape(8, 4, 4, 4, 4, 3, out_sharding=P('data'))\n"
     "p = p.transpose(0, 1, 3, 2, 4, 5).reshape((8, 16, 48), "
     "out_sharding=P('data'))\n"
     "t = jnp.einsum('npd,de->npe', p, w) + pos\n"
     "c = jnp.broadcast_to(cls, (8, 1, 64))\n"
     "c = jax.sharding.reshard(c, P('data', None, 'model'))\n"
     "tok = jnp.concatenate([c, t], axis=1)\n"
     "pooled = tok[:, 0]",
     "c f32[8@data,1,64@model]; p f32[8@data,16,48]; pooled f32[8@data,64@model]; t "
     "f32[8@data,16,64@model]; tok f32[8@data,17,64@model]"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, conv)
{
	testing_programs(conv, ROWS(conv));
}

static const struct program_case decode[] = {
    {"0.10.2", "data=2", "cache f32[4@data,32,16]; x f32[4@data,16]; w f32[16,16@data]",
     "def body(i, state):\n"
     "  x, cache = state\n"
     "  cache = lax.dynamic_update_slice(cache, x[:, None], (0, i, 0))\n"
     "  a = jax.nn.softmax(jnp.einsum('bd,btd->bt', x, cache), axis=-1)\n"
     "  x = jnp.einsum('bt,btd->bd', a, cache) @ w\n"
     "  return x, cache\n"
     "\n"
     "x, cache = lax.fori_loop(0, 8, body, (x, cache))",
     "ShardingTypeError: dot_general operation with inputs: f32[4@data,16], "
     "f32[16,16@data] produces an illegally sharded result: f32[4@data,16@data]"},
    {"0.10.2", "data=2", "cache f32[4@data,32,16]; x f32[4@data,16]; w f32[16@data,16]",
     "def body(i, state):\n"
     "  x, cache = state\n"
     "  cache = lax.dynamic_update_slice(cache, x[:, None], (0, i, 0))\n"
     "  a = jax.nn.softmax(jnp.einsum('bd,btd->bt', x, cache), axis=-1)\n"
     "  x = jnp.einsum('bt,btd->bd', a, cache) @ w\n"
     "  return x, cache\n"
     "\n"
     "x, cache = lax.fori_loop(0, 8, body, (x, cache))",
     "cache f32[4@data,32,16]; x f32[4@data,16]"},
    {"0.10.2", "data=2", "logits0 f32[8@data,64]; w f32[64,64]",
     "def cond(state):\n"
     "  step, logits, done = state\n"
     "  return (step < 10) & ~jnp.all(done)\n"
     "\n"
     "def body(state):\n"
     "  step, logits, done = state\n"
     "  tok = jnp.argmax(logits, axis=-1)\n"
     "  done = done | (tok == 0)\n"
     "  logits = jnp.where(done[:, None], logits, jax.nn.one_hot(tok, 64) @ w)\n"
     "  return step + 1, logits, done\n"
     "\n"
     "done0 = logits0[:, 0] > 1e9\n"
     "step, logits, done = lax.while_loop(cond, body, (0, logits0, done0))",
     "done bool[8@data]; done0 bool[8@data]; logits f32[8@data,64]; step i32[]"},
    {"0.10.2", "data=2", "logits0 f32[8@data,64]; w f32[64,64@data]",
     "def cond(state):\n"
     "  step, logits, done = state\n"
     "  return (step < 10) & ~jnp.all(done)\n"
     "\n"
     "def body(state):\n"
     "  step, logits, done = state\n"
     "  tok = jnp.argmax(logits, axis=-1)\n"
     "  done = done | (tok == 0)\n"
     "  logits = jnp.where(done[:, None], logits, jax.nn.one_hot(tok, 64) @ w)\n"
     "  return step + 1, logits, done\n"
     "\n"
     "done0 = logits0[:, 0] > 1e9\n"
     "step, logits, done = lax.while_loop(cond, body, (0, logits0, done0))",
     "ShardingTypeError: dot_general operation with inputs: f32[8@data,64], "
     "f32[64,64@data] produces an illegally sharded result: f32[8@data,64@data]"},
    {"0.10.2", "data=2", "scores f32[4@data,3,32]; seqs i32[4@data,3,10]",
     "flat = scores.reshape(4, 96)\n"
     "best, idx = lax.top_k(flat, 3)\n"
     "beam, tok = idx // 32, idx % 32\n"
     "picked = jnp.take_along_axis(seqs, beam[:, :, None], axis=1)\n"
     "seqs = jnp.concatenate([picked[:, :, 1:], tok[:, :, None]], axis=2)",
     "beam i32[4@data,3]; best f32[4@data,3]; flat f32[4@data,96]; idx i32[4@data,3]; "
     "picked i32[4@data,3,10]; seqs i32[4@data,3,10]; tok i32[4@data,3]"},
    {"0.10.2", "data=2", "scores f32[4@data,3,32]; seqs i32[4@data,3,10]",
     "flat = scores.reshape(4, 96)\n"
     "best, idx = lax.top_k(flat, 3)\n"
     "beam, tok = idx // 32, idx % 32\n"
     "picked = jnp.take_along_axis(seqs, beam[:, :, None], axis=1)\n"
     "seqs = jnp.concatenate([picked[:, :, 1:], tok[:, :, None]], axis=1)",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions "
     "other than the one being concatenated: concatenating along dimension 1 for "
     "shapes (4, 3, 9), (4, 3, 1)."},
    {"0.10.2", "data=2", "logits f32[8,64@data]; key u32[2]",
     "z = logits / 0.7\n"
     "order = jnp.argsort(-z, axis=-1)\n"
     "sorted_z = jnp.take_along_axis(z, order, axis=-1)\n"
     "cum = jnp.cumsum(jax.nn.softmax(sorted_z), axis=-1)\n"
     "cut = jnp.where(cum - jax.nn.softmax(sorted_z) > 0.9, -jnp.inf, sorted_z)\n"
     "choice = jnp.argmax(cut, axis=-1)\n"
     "tok = jnp.take_along_axis(order, choice[:, None], axis=-1)[:, 0]",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('data': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, 'data')) and sorting dimension=1"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, decode)
{
	testing_programs(decode, ROWS(decode));
}

static const struct program_case diffusion[] = {
    {"0.10.2", "data=2",
     "x f32[8@data,16,16,4]; eps f32[8@data,16,16,4]; t i32[8@data]; alphas "
     "f32[100@data]",
     "bar = jnp.cumprod(alphas)\n"
     "ab = bar.at[t].get(out_sharding=P('data'))\n"
     "at = alphas.at[t].get(out_sharding=P('data'))\n"
     "ab, at = ab[:, None, None, None], at[:, None, None, None]\n"
     "x0 = (x - jnp.sqrt(1 - ab) * eps) / jnp.sqrt(ab)\n"
     "x0 = jnp.clip(x0, -1.0, 1.0)\n"
     "mean = (x - (1 - at) / jnp.sqrt(1 - ab) * eps) / jnp.sqrt(at)",
     "ShardingTypeError: The input should be fully replicated when axis is not "
     "specified to cumprod. Got input type=float32[100@data]"},
    {"0.10.2", "data=2",
     "x f32[8@data,16,16,4]; eps f32[8@data,16,16,4]; t i32[8@data]; alphas f32[100]",
     "bar = jnp.cumprod(alphas)\n"
     "ab = bar.at[t].get(out_sharding=P('data'))\n"
     "at = alphas.at[t].get(out_sharding=P('data'))\n"
     "ab, at = ab[:, None], at[:, None]\n"
     "x0 = (x - jnp.sqrt(1 - ab) * eps) / jnp.sqrt(ab)\n"
     "x0 = jnp.clip(x0, -1.0, 1.0)\n"
     "mean = (x - (1 - at) / jnp.sqrt(1 - ab) * eps) / jnp.sqrt(at)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8, 1), (8, 16, 16, "
     "4)]"},
    {"0.10.2", "data=2",
     "x f32[8@data,16,16,4]; eps f32[8,16@data,16,4]; t i32[8@data]; alphas f32[100]",
     "bar = jnp.cumprod(alphas)\n"
     "ab = bar.at[t].get(out_sharding=P('data'))\n"
     "at = alphas.at[t].get(out_sharding=P('data'))\n"
     "ab, at = ab[:, None, None, None], at[:, None, None, None]\n"
     "x0 = (x - jnp.sqrt(1 - ab) * eps) / jnp.sqrt(ab)\n"
     "x0 = jnp.clip(x0, -1.0, 1.0)\n"
     "mean = (x - (1 - at) / jnp.sqrt(1 - ab) * eps) / jnp.sqrt(at)",
     "ShardingTypeError: mul operation with inputs: f32[8@data,1,1,1], "
     "f32[8,16@data,16,4] produces an illegally sharded result: "
     "f32[8@data,16@data,16,4]"},
    {"0.10.2", "dp=2 tp=2",
     "x0 f32[8@dp,32]; x1 f32[8@dp,32]; t f32[8@dp]; w1 f32[33,64@tp]; w2 "
     "f32[64@tp,32]",
     "xt = (1 - t[:, None]) * x0 + t[:, None] * x1\n"
     "inp = jnp.concatenate([xt, t[:, None]], axis=-1)\n"
     "h = jax.nn.silu(inp @ w1)\n"
     "v = jnp.matmul(h, w2, out_sharding=P('dp', None))\n"
     "loss = jnp.mean((v - (x1 - x0)) ** 2)",
     "h f32[8@dp,64@tp]; inp f32[8@dp,33]; loss f32[]; v f32[8@dp,32]; xt f32[8@dp,32]"},
    {"0.10.2", "dp=2 tp=2",
     "x0 f32[8@dp,32]; x1 f32[8@dp,32]; t f32[8]; w1 f32[33,64@tp]; w2 f32[64@tp,32]",
     "xt = (1 - t[:, None]) * x0 + t[:, None] * x1\n"
     "inp = jnp.concatenate([xt, t[:, None]], axis=-1)\n"
     "h = jax.nn.silu(inp @ w1)\n"
     "v = jnp.matmul(h, w2, out_sharding=P('dp', None))\n"
     "loss = jnp.mean((v - (x1 - x0)) ** 2)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('dp': 2, 'tp': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('dp', "
     "None)), NamedSharding(mesh=AbstractMesh('dp': 2, 'tp': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, None))"},
    {"0.10.2", "dp=2 tp=2",
     "x0 f32[8@dp,32]; x1 f32[8@dp,32]; t f32[8@tp]; w1 f32[33,64@tp]; w2 "
     "f32[64@tp,32]",
     "xt = (1 - t[:, None]) * x0 + t[:, None] * x1\n"
     "inp = jnp.concatenate([xt, t[:, None]], axis=-1)\n"
     "h = jax.nn.silu(inp @ w1)\n"
     "v = jnp.matmul(h, w2, out_sharding=P('dp', None))\n"
     "loss = jnp.mean((v - (x1 - x0)) ** 2)",
     "ShardingTypeError: mul got incompatible shardings for broadcasting: ('tp', "
     "None), ('dp', None)."},
    {"0.10.2", "dp=2 tp=2",
     "x0 f32[8@dp,32]; x1 f32[8@dp,32]; t f32[8@dp]; w1 f32[33,64@tp]; w2 "
     "f32[64@tp,32]",
     "xt = (1 - t[:, None]) * x0 + t[:, None] * x1\n"
     "inp = jnp.concatenate([xt, t[:, None]], axis=-1)\n"
     "h = jax.nn.silu(inp @ w1)\n"
     "v = jnp.matmul(h, w2, out_sharding=P(None, 'dp'))\n"
     "loss = jnp.mean((v - (x1 - x0)) ** 2)",
     "ShardingTypeError: sub operation with inputs: f32[8,32@dp], f32[8@dp,32] "
     "produces an illegally sharded result: f32[8@dp,32@dp]"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, diffusion)
{
	testing_programs(diffusion, ROWS(diffusion));
}

static const struct program_case embedding_loss[] = {
    {"0.10.2", "data=2 model=2", "tok i32[8@data,16]; emb f32[128,32@model]; pos f32[16,32@model]",
     "h = emb.at[tok].get(out_sharding=P('data', None, 'model'))\n"
     "h = h + pos[None]\n"
     "h = h * jnp.sqrt(32.0)\n"
     "drop = h[:, 1:] - h[:, :-1]",
     "drop f32[8@data,15,32@model]; h f32[8@data,16,32@model]"},
    {"0.10.2", "data=2 model=2", "tok i32[8@data,16]; emb f32[128,32@model]; pos f32[16,32@model]",
     "h = emb[tok]\n"
     "h = h + pos[None]\n"
     "h = h * jnp.sqrt(32.0)\n"
     "drop = h[:, 1:] - h[:, :-1]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[128,32@model]), "
     "indices=ShapedArray(int32[8@data,16,1])"},
    {"0.10.2", "data=2 model=2", "tok i32[8@data,16]; emb f32[128,32@model]; pos f32[16,32@model]",
     "h = emb.at[tok].get(out_sharding=P('data', 'model'))\n"
     "h = h + pos[None]\n"
     "h = h * jnp.sqrt(32.0)\n"
     "drop = h[:, 1:] - h[:, :-1]",
     "ShardingTypeError: add operation with inputs: f32[8@data,16@model,32], "
     "f32[1,16,32@model] produces an illegally sharded result: "
     "f32[8@data,16@model,32@model]"},
    {"0.10.2", "data=2 model=4", "tok i32[8@data,16]; emb f32[64@model,32]",
     "hot = jax.nn.one_hot(tok, 64, dtype=jnp.float32)\n"
     "h = jnp.einsum('bsv,vd->bsd', hot, emb, out_sharding=P('data', None, None))\n"
     "logits = jnp.einsum('bsd,vd->bsv', h, emb)\n"
     "pred = jnp.argmax(logits, axis=-1)\n"
     "acc = (pred == tok).mean()",
     "acc f32[]; h f32[8@data,16,32]; hot f32[8@data,16,64]; logits "
     "f32[8@data,16,64@model]; pred i32[8@data,16]"},
    {"0.10.2", "data=2 model=4", "tok i32[8@data,16]; emb f32[64@model,32]",
     "hot = jax.nn.one_hot(tok, 64, dtype=jnp.float32)\n"
     "h = jnp.einsum('bsv,vd->bsd', hot, emb, out_sharding=P('data', None, "
     "'model'))\n"
     "logits = jnp.einsum('bsd,vd->bsv', h, emb)\n"
     "pred = jnp.argmax(logits, axis=-1)\n"
     "acc = (pred == tok).mean()",
     "acc f32[]; h f32[8@data,16,32@model]; hot f32[8@data,16,64]; logits "
     "f32[8@data,16,64@model]; pred i32[8@data,16]"},
    {"0.10.2", "data=2", "ids i32[40]; seg i32[40]; emb f32[64,16@data]",
     "rows = emb[ids]\n"
     "bag = jnp.zeros((8, 16), out_sharding=P(None, 'data')).at[seg].add(rows)\n"
     "n = jnp.zeros((8, 1)).at[seg].add(1.0)\n"
     "mean = bag / jnp.maximum(n, 1.0)",
     "bag f32[8,16@data]; mean f32[8,16@data]; n f32[8,1]; rows f32[40,16@data]"},
    {"0.10.2", "data=2", "ids i32[40]; seg i32[40]; emb f32[64@data,16]",
     "rows = emb[ids]\n"
     "bag = jnp.zeros((8, 16), out_sharding=P(None, 'data')).at[seg].add(rows)\n"
     "n = jnp.zeros((8, 1)).at[seg].add(1.0)\n"
     "mean = bag / jnp.maximum(n, 1.0)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[64@data,16]), indices=ShapedArray(int32[40,1])"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, embedding_loss)
{
	testing_programs(embedding_loss, ROWS(embedding_loss));
}

static const struct program_case kv_cache[] = {
    {"0.10.2", "data=2 model=2",
     "cache f32[4@data,32@model,4,16]; new f32[4@data,4@model,16]; at i32[4@data]",
     "cache = jax.vmap(lambda c, n, i: c.at[i].set(n))(cache, new, at)\n"
     "k = cache[:, :16]\n"
     "s = jnp.einsum('bhk,bthk->bht', new, k)\n"
     "live = jnp.arange(16)[None, :] <= at[:, None]\n"
     "s = jnp.where(live[:, None], s, -1e9)\n"
     "w = jax.nn.softmax(s, axis=-1)",
     "ValueError: Incompatible types for broadcasting: input "
     "type=float32[4@model,16] and requested type=float32[4,16]"},
    {"0.10.2", "data=2 model=2",
     "cache f32[4@data,32,4@model,16]; new f32[4@data,4,16]; at i32[4@data]",
     "cache = jax.vmap(lambda c, n, i: c.at[i].set(n))(cache, new, at)\n"
     "k = cache[:, :16]\n"
     "s = jnp.einsum('bhk,bthk->bht', new, k)\n"
     "live = jnp.arange(16)[None, :] <= at[:, None]\n"
     "s = jnp.where(live[:, None], s, -1e9)\n"
     "w = jax.nn.softmax(s, axis=-1)",
     "cache f32[4@data,32,4@model,16]; k f32[4@data,16,4@model,16]; live "
     "bool[4@data,16]; s f32[4@data,4,16]; w f32[4@data,4,16]"},
    {"0.10.2", "data=4",
     "ck f32[8@data,64,2,16]; cv f32[8@data,64,2,16]; k f32[8@data,1,2,16]; v "
     "f32[8@data,1,2,16]; step i32[]",
     "where = step % 64\n"
     "ck = lax.dynamic_update_slice_in_dim(ck, k, where, axis=1)\n"
     "cv = lax.dynamic_update_slice_in_dim(cv, v, where, axis=1)\n"
     "s = jnp.einsum('bqhk,bshk->bhqs', k, ck)\n"
     "age = jnp.mod(where - jnp.arange(64), 64)\n"
     "s = jnp.where(age < 32, s, -1e9)\n"
     "o = jnp.einsum('bhqs,bshk->bqhk', jax.nn.softmax(s), cv)",
     "age i32[64]; ck f32[8@data,64,2,16]; cv f32[8@data,64,2,16]; o "
     "f32[8@data,1,2,16]; s f32[8@data,2,1,64]; where i32[]"},
    {"0.10.2", "data=4",
     "ck f32[8,64@data,2,16]; cv f32[8@data,64,2,16]; k f32[8@data,1,2,16]; v "
     "f32[8@data,1,2,16]; step i32[]",
     "where = step % 64\n"
     "ck = lax.dynamic_update_slice_in_dim(ck, k, where, axis=1)\n"
     "cv = lax.dynamic_update_slice_in_dim(cv, v, where, axis=1)\n"
     "s = jnp.einsum('bqhk,bshk->bhqs', k, ck)\n"
     "age = jnp.mod(where - jnp.arange(64), 64)\n"
     "s = jnp.where(age < 32, s, -1e9)\n"
     "o = jnp.einsum('bhqs,bshk->bqhk', jax.nn.softmax(s), cv)",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to "
     "update sharding, got operand sharding float32[8,64@data,2,16]({Explicit: "
     "('data',)}) and update sharding float32[8@data,1,2,16]({Explicit: ('data',)})."},
    {"0.10.2", "data=4",
     "ck f32[8@data,64,2,16]; cv f32[8@data,64,2,16]; k f32[8@data,1,2,16]; v "
     "f32[8@data,1,2,16]; step i32[]",
     "where = step % 64\n"
     "ck = lax.dynamic_update_slice_in_dim(ck, k, where, axis=1)\n"
     "cv = lax.dynamic_update_slice_in_dim(cv, v, where, axis=1)\n"
     "s = jnp.einsum('bqhk,bshk->bhqs', k, ck)\n"
     "age = jnp.mod(where - jnp.arange(64), 64)\n"
     "s = jnp.where((age < 32)[:, None], s, -1e9)\n"
     "o = jnp.einsum('bhqs,bshk->bqhk', jax.nn.softmax(s), cv)",
     "age i32[64]; ck f32[8@data,64,2,16]; cv f32[8@data,64,2,16]; o "
     "f32[8@data,64,2,16]; s f32[8@data,2,64,64]; where i32[]"},
    {"0.10.2", "data=2", "ck f32[4@data,16,8]; cv f32[4@data,16,8]; x f32[4@data,1,8]; t i32[]",
     "cache = {'k': ck, 'v': cv}\n"
     "\n"
     "def update(cache, x, t):\n"
     "  return {'k': lax.dynamic_update_slice(cache['k'], x, (0, t, 0)),\n"
     "          'v': lax.dynamic_update_slice(cache['v'], 2.0 * x, (0, t, 0))}\n"
     "\n"
     "cache = update(cache, x, t)\n"
     "cache = update(cache, x, t + 1)\n"
     "keys = cache['k']\n"
     "s = jnp.einsum('bqd,bkd->bqk', x, keys)",
     "cache['k'] f32[4@data,16,8]; cache['v'] f32[4@data,16,8]; keys f32[4@data,16,8]; "
     "s f32[4@data,1,16]"},
    {"0.10.2", "data=2", "ck f32[4@data,16,8]; cv f32[4@data,16,8]; x f32[4,1,8]; t i32[]",
     "cache = {'k': ck, 'v': cv}\n"
     "\n"
     "def update(cache, x, t):\n"
     "  return {'k': lax.dynamic_update_slice(cache['k'], x, (0, t, 0)),\n"
     "          'v': lax.dynamic_update_slice(cache['v'], 2.0 * x, (0, t, 0))}\n"
     "\n"
     "cache = update(cache, x, t)\n"
     "cache = update(cache, x, t + 1)\n"
     "keys = cache['k']\n"
     "s = jnp.einsum('bqd,bkd->bqk', x, keys)",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to "
     "update sharding, got operand sharding float32[4@data,16,8]({Explicit: "
     "('data',)}) and update sharding float32[4,1,8]({Explicit: ('data',)})."},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, kv_cache)
{
	testing_programs(kv_cache, ROWS(kv_cache));
}

static const struct program_case layout[] = {
    {"0.10.2", "fsdp=8", "x f32[16@fsdp,64]; w1 f32[64@fsdp,128]; w2 f32[128@fsdp,64]",
     "def gather(w):\n"
     "  return jax.sharding.reshard(w, P(None, None))\n"
     "\n"
     "h = jax.nn.relu(x @ gather(w1))\n"
     "y = h @ gather(w2)\n"
     "gw2 = jnp.matmul(h.T, y, out_sharding=P('fsdp', None))\n"
     "new = w2 - 0.1 * gw2",
     "gw2 f32[128@fsdp,64]; h f32[16@fsdp,128]; new f32[128@fsdp,64]; y "
     "f32[16@fsdp,64]"},
    {"0.10.2", "fsdp=8", "x f32[16@fsdp,64]; w1 f32[64@fsdp,128]; w2 f32[128@fsdp,64]",
     "def gather(w):\n"
     "  return jax.sharding.reshard(w, P(None, None))\n"
     "\n"
     "h = jax.nn.relu(x @ gather(w1))\n"
     "y = h @ gather(w2)\n"
     "gw2 = jnp.matmul(h.T, y, out_sharding=P(None, 'fsdp'))\n"
     "new = w2 - 0.1 * gw2",
     "ShardingTypeError: sub operation with inputs: f32[128@fsdp,64], "
     "f32[128,64@fsdp] produces an illegally sharded result: f32[128@fsdp,64@fsdp]"},
    {"0.10.2", "dp=2 tp=4", "x f32[4@dp,32@tp,64]; w1 f32[64,128@tp]; w2 f32[128@tp,64]",
     "n = x / jnp.sqrt((x ** 2).mean(-1, keepdims=True) + 1e-6)\n"
     "full = jax.sharding.reshard(n, P('dp', None, None))\n"
     "h = jax.nn.gelu(full @ w1)\n"
     "y = jnp.matmul(h, w2, out_sharding=P('dp', None, None))\n"
     "out = x + y",
     "full f32[4@dp,32,64]; h f32[4@dp,32,128@tp]; n f32[4@dp,32@tp,64]; out "
     "f32[4@dp,32@tp,64]; y f32[4@dp,32,64]"},
    {"0.10.2", "data=2 model=2", "x f32[8@data,16]; w f32[16,16@model]",
     "@partial(jax.sharding.auto_axes, out_sharding=P(None, 'model'))\n"
     "def free(x, w):\n"
     "  return jnp.sort(x @ w, axis=1)\n"
     "\n"
     "y = free(x, w)\n"
     "z = y + x",
     "y f32[8,16@model]; z f32[8@data,16@model]"},
    {"0.10.2", "data=2 auto model=2", "x f32[8@data,32]; w1 f32[32,64@model]; w2 f32[64@model,32]",
     "h = jax.nn.relu(x @ w1)\n"
     "h = lax.with_sharding_constraint(h, P(None, 'model'))\n"
     "y = h @ w2\n"
     "out = x + y",
     "h f32[8@data,64]; out f32[8@data,32]; y f32[8@data,32]"},
    {"0.10.2", "auto data=4 model=2", "x f32[8@data,32]; w f32[32,64@model]",
     "h = lax.with_sharding_constraint(x @ w, P('data', 'model'))\n"
     "h = jnp.tanh(h)\n"
     "s = lax.with_sharding_constraint(h.sum(axis=-1), P('data', 'model'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('data': 4, 'model': 2, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('data', 'model')): Sharding NamedSharding(mesh=AbstractMesh('data': 4, "
     "'model': 2, axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('data', 'model')) is only valid for values of rank at "
     "least 2, but was applied to a value of rank 1."},
    {"0.10.2", "auto data=4 model=2", "x f32[8@data,32]; w f32[32,64@model]",
     "h = lax.with_sharding_constraint(x @ w, NamedSharding(mesh, P('data', "
     "'data')))\n"
     "h = jnp.tanh(h)\n"
     "s = lax.with_sharding_constraint(h.sum(axis=-1), P('data'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('data', 'data') has "
     "duplicate entries for `data`"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, layout)
{
	testing_programs(layout, ROWS(layout));
}

static const struct program_case lengthy[] = {
    {"0.10.2", "dp=2 tp=2",
     "x f32[16@dp,32]; y i32[16@dp]; w1 f32[32,64@tp]; b1 f32[64@tp]; w2 "
     "f32[64@tp,10]; m1 f32[32,64@tp]; m2 f32[64@tp,10]",
     "def forward(params, x):\n"
     "  w1, b1, w2 = params\n"
     "  h = jax.nn.relu(x @ w1 + b1)\n"
     "  return jnp.matmul(h, w2, out_sharding=P('dp', None)), h\n"
     "\n"
     "logits, h = forward((w1, b1, w2), x)\n"
     "logp = jax.nn.log_softmax(logits, axis=-1)\n"
     "hot = (y[:, None] == jnp.arange(10)).astype(jnp.float32)\n"
     "loss = -(logp * hot).sum(axis=-1).mean()\n"
     "\n"
     "# gradients by hand\n"
     "dl = (jnp.exp(logp) - hot) / x.shape[0]\n"
     "g2 = h.T @ dl\n"
     "dh = (dl @ w2.T) * (h > 0)\n"
     "g1 = jnp.matmul(x.T, dh, out_sharding=P(None, 'tp'))\n"
     "gb = dh.sum(axis=0)\n"
     "\n"
     "# momentum\n"
     "m1, m2 = 0.9 * m1 + g1, 0.9 * m2 + g2\n"
     "w1, w2, b1 = w1 - 0.1 * m1, w2 - 0.1 * m2, b1 - 0.1 * gb\n"
     "gnorm = jnp.sqrt((g1 ** 2).sum() + (g2 ** 2).sum() + (gb ** 2).sum())",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('dp',) and "
     "rhs_contracting_spec=('dp',)"},
    {"0.10.2", "dp=2 tp=2",
     "x f32[16@dp,32]; y i32[16@tp]; w1 f32[32,64@tp]; b1 f32[64@tp]; w2 "
     "f32[64@tp,10]; m1 f32[32,64@tp]; m2 f32[64@tp,10]",
     "def forward(params, x):\n"
     "  w1, b1, w2 = params\n"
     "  h = jax.nn.relu(x @ w1 + b1)\n"
     "  return jnp.matmul(h, w2, out_sharding=P('dp', None)), h\n"
     "\n"
     "logits, h = forward((w1, b1, w2), x)\n"
     "logp = jax.nn.log_softmax(logits, axis=-1)\n"
     "hot = (y[:, None] == jnp.arange(10)).astype(jnp.float32)\n"
     "loss = -(logp * hot).sum(axis=-1).mean()\n"
     "\n"
     "# gradients by hand\n"
     "dl = (jnp.exp(logp) - hot) / x.shape[0]\n"
     "g2 = jnp.matmul(h.T, dl, out_sharding=P('tp', None))\n"
     "dh = (dl @ w2.T) * (h > 0)\n"
     "g1 = jnp.matmul(x.T, dh, out_sharding=P(None, 'tp'))\n"
     "gb = dh.sum(axis=0)\n"
     "\n"
     "# momentum\n"
     "m1, m2 = 0.9 * m1 + g1, 0.9 * m2 + g2\n"
     "w1, w2, b1 = w1 - 0.1 * m1, w2 - 0.1 * m2, b1 - 0.1 * gb\n"
     "gnorm = jnp.sqrt((g1 ** 2).sum() + (g2 ** 2).sum() + (gb ** 2).sum())",
     "ShardingTypeError: mul got incompatible shardings for broadcasting: ('dp', "
     "None), ('tp', None)."},
    {"0.10.2", "dp=2 tp=2",
     "x f32[16@dp,32]; y i32[16@dp]; w1 f32[32,64@tp]; b1 f32[64@tp]; w2 "
     "f32[64@tp,10]; m1 f32[32,64@tp]; m2 f32[64@dp,10]",
     "def forward(params, x):\n"
     "  w1, b1, w2 = params\n"
     "  h = jax.nn.relu(x @ w1 + b1)\n"
     "  return jnp.matmul(h, w2, out_sharding=P('dp', None)), h\n"
     "\n"
     "logits, h = forward((w1, b1, w2), x)\n"
     "logp = jax.nn.log_softmax(logits, axis=-1)\n"
     "hot = (y[:, None] == jnp.arange(10)).astype(jnp.float32)\n"
     "loss = -(logp * hot).sum(axis=-1).mean()\n"
     "\n"
     "# gradients by hand\n"
     "dl = (jnp.exp(logp) - hot) / x.shape[0]\n"
     "g2 = jnp.matmul(h.T, dl, out_sharding=P('tp', None))\n"
     "dh = (dl @ w2.T) * (h > 0)\n"
     "g1 = jnp.matmul(x.T, dh, out_sharding=P(None, 'tp'))\n"
     "gb = dh.sum(axis=0)\n"
     "\n"
     "# momentum\n"
     "m1, m2 = 0.9 * m1 + g1, 0.9 * m2 + g2\n"
     "w1, w2, b1 = w1 - 0.1 * m1, w2 - 0.1 * m2, b1 - 0.1 * gb\n"
     "gnorm = jnp.sqrt((g1 ** 2).sum() + (g2 ** 2).sum() + (gb ** 2).sum())",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('dp', "
     "None), ('tp', None)."},
    {"0.10.2", "dp=2 tp=2",
     "x f32[16@dp,32]; y i32[16@dp]; w1 f32[32,64@tp]; b1 f32[64@tp]; w2 "
     "f32[64@tp,10]; m1 f32[32,64@tp]; m2 f32[64@tp,10]",
     "def forward(params, x):\n"
     "  w1, b1, w2 = params\n"
     "  h = jax.nn.relu(x @ w1 + b1)\n"
     "  return h @ w2, h\n"
     "\n"
     "logits, h = forward((w1, b1, w2), x)\n"
     "logp = jax.nn.log_softmax(logits, axis=-1)\n"
     "hot = (y[:, None] == jnp.arange(10)).astype(jnp.float32)\n"
     "loss = -(logp * hot).sum(axis=-1).mean()\n"
     "\n"
     "# gradients by hand\n"
     "dl = (jnp.exp(logp) - hot) / x.shape[0]\n"
     "g2 = jnp.matmul(h.T, dl, out_sharding=P('tp', None))\n"
     "dh = (dl @ w2.T) * (h > 0)\n"
     "g1 = jnp.matmul(x.T, dh, out_sharding=P(None, 'tp'))\n"
     "gb = dh.sum(axis=0)\n"
     "\n"
     "# momentum\n"
     "m1, m2 = 0.9 * m1 + g1, 0.9 * m2 + g2\n"
     "w1, w2, b1 = w1 - 0.1 * m1, w2 - 0.1 * m2, b1 - 0.1 * gb\n"
     "gnorm = jnp.sqrt((g1 ** 2).sum() + (g2 ** 2).sum() + (gb ** 2).sum())",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('tp',) and "
     "rhs_contracting_spec=('tp',)"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16,32]; wq f32[32,4@model,8]; wk f32[32,2@model,8]; wv "
     "f32[32,2@model,8]; wo f32[4@model,8,32]; wg f32[32,64@model]; wu "
     "f32[32,64@model]; wd f32[64@model,32]; n1 f32[32]; n2 f32[32]",
     "bsd = P('data', None, None)\n"
     "\n"
     "def norm(x, s):\n"
     "  return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6) * s\n"
     "\n"
     "h = norm(x, n1)\n"
     "q = jnp.einsum('bsd,dhk->bshk', h, wq)\n"
     "k = jnp.einsum('bsd,dhk->bshk', h, wk)\n"
     "v = jnp.einsum('bsd,dhk->bshk', h, wv)\n"
     "\n"
     "# grouped queries\n"
     "q = q.reshape(4, 16, 2, 2, 8)\n"
     "s = jnp.einsum('bqghk,bsgk->bghqs', q, k) / 8 ** 0.5\n"
     "causal = jnp.arange(16)[:, None] >= jnp.arange(16)[None, :]\n"
     "s = jnp.where(causal, s, -1e9)\n"
     "p = jax.nn.softmax(s, axis=-1)\n"
     "o = jnp.einsum('bghqs,bsgk->bqghk', p, v).reshape(4, 16, 4, 8)\n"
     "x = x + jnp.einsum('bshk,hkd->bsd', o, wo)\n"
     "\n"
     "# feed forward\n"
     "h = norm(x, n2)\n"
     "f = jax.nn.silu(h @ wg) * (h @ wu)\n"
     "x = x + jnp.matmul(f, wd, out_sharding=bsd)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model', None) and "
     "rhs_contracting_spec=('model', None)"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16,32]; wq f32[32,4@model,8]; wk f32[32,2@model,8]; wv "
     "f32[32,2@model,8]; wo f32[4@model,8,32]; wg f32[32,64@model]; wu "
     "f32[32,64@model]; wd f32[64@model,32]; n1 f32[32]; n2 f32[32]",
     "bsd = P('data', None, None)\n"
     "\n"
     "def norm(x, s):\n"
     "  return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6) * s\n"
     "\n"
     "h = norm(x, n1)\n"
     "q = jnp.einsum('bsd,dhk->bshk', h, wq)\n"
     "k = jnp.einsum('bsd,dhk->bshk', h, wk)\n"
     "v = jnp.einsum('bsd,dhk->bshk', h, wv)\n"
     "\n"
     "# grouped queries\n"
     "q = q.reshape(4, 16, 1, 4, 8)\n"
     "s = jnp.einsum('bqghk,bsgk->bghqs', q, k) / 8 ** 0.5\n"
     "causal = jnp.arange(16)[:, None] >= jnp.arange(16)[None, :]\n"
     "s = jnp.where(causal, s, -1e9)\n"
     "p = jax.nn.softmax(s, axis=-1)\n"
     "o = jnp.einsum('bghqs,bsgk->bqghk', p, v).reshape(4, 16, 4, 8)\n"
     "x = x + jnp.einsum('bshk,hkd->bsd', o, wo, out_sharding=bsd)\n"
     "\n"
     "# feed forward\n"
     "h = norm(x, n2)\n"
     "f = jax.nn.silu(h @ wg) * (h @ wu)\n"
     "x = x + jnp.matmul(f, wd, out_sharding=bsd)",
     "ShardingTypeError: dot_general operation with inputs: "
     "f32[4@data,16,2@model,8], f32[4@data,16,4@model,8] produces an illegally "
     "sharded result: f32[4@data,16,2@model,16,4@model]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16,32]; wq f32[32,4@model,8]; wk f32[32,2@model,8]; wv "
     "f32[32,2@model,8]; wo f32[4@model,8,32]; wg f32[32,64@model]; wu "
     "f32[32,64@model]; wd f32[64@model,32]; n1 f32[32]; n2 f32[32]",
     "bsd = P('data', None, None)\n"
     "\n"
     "def norm(x, s):\n"
     "  return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6) * s\n"
     "\n"
     "h = norm(x, n1)\n"
     "q = jnp.einsum('bsd,dhk->bshk', h, wq)\n"
     "k = jnp.einsum('bsd,dhk->bshk', h, wk)\n"
     "v = jnp.einsum('bsd,dhk->bshk', h, wv)\n"
     "\n"
     "# grouped queries\n"
     "q = q.reshape(4, 16, 2, 2, 8)\n"
     "s = jnp.einsum('bqghk,bsgk->bghqs', q, k) / 8 ** 0.5\n"
     "causal = jnp.arange(16)[:, None] >= jnp.arange(16)[None, :]\n"
     "s = lax.select_n(jnp.broadcast_to(causal, s.shape), jnp.full(s.shape, -1e9), "
     "s)\n"
     "p = jax.nn.softmax(s, axis=-1)\n"
     "o = jnp.einsum('bghqs,bsgk->bqghk', p, v).reshape(4, 16, 4, 8)\n"
     "x = x + jnp.einsum('bshk,hkd->bsd', o, wo, out_sharding=bsd)\n"
     "\n"
     "# feed forward\n"
     "h = norm(x, n2)\n"
     "f = jax.nn.silu(h @ wg) * (h @ wu)\n"
     "x = x + jnp.matmul(f, wd, out_sharding=bsd)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('data': 2, 'model': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "None, None, None)), NamedSharding(mesh=AbstractMesh('data': 2, 'model': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('data', 'model', None, None, None))]."},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, lengthy)
{
	testing_programs(lengthy, ROWS(lengthy));
}

static const struct program_case lora[] = {
    {"0.10.2", "data=2 model=4",
     "x f32[8@data,64]; w f32[64,128@model]; a f32[64,8@model]; b f32[8,128@model]",
     "alpha, r = 16.0, 8\n"
     "base = x @ w\n"
     "low = x @ a\n"
     "delta = (low @ b) * (alpha / r)\n"
     "y = base + delta\n"
     "merged = w + (a @ b) * (alpha / r)",
     "base f32[8@data,128@model]; delta f32[8@data,128@model]; low "
     "f32[8@data,8@model]; merged f32[64,128@model]; y f32[8@data,128@model]"},
    {"0.10.2", "data=2 model=4",
     "x f32[8@data,64]; w f32[64,128@model]; a f32[64,8]; b f32[8@model,128]",
     "alpha, r = 16.0, 8\n"
     "base = x @ w\n"
     "low = x @ a\n"
     "delta = (low @ b) * (alpha / r)\n"
     "y = base + delta\n"
     "merged = w + (a @ b) * (alpha / r)",
     "base f32[8@data,128@model]; delta f32[8@data,128]; low f32[8@data,8]; merged "
     "f32[64,128@model]; y f32[8@data,128@model]"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, lora)
{
	testing_programs(lora, ROWS(lora));
}

static const struct program_case loss[] = {
    {"0.10.2", "data=2 model=4", "logits f32[8@data,16,64@model]; labels i32[8@data,16]",
     "m = lax.stop_gradient(logits.max(-1, keepdims=True))\n"
     "z = logits - m\n"
     "lse = jnp.log(jnp.exp(z).sum(-1)) + m[..., 0]\n"
     "hot = jax.nn.one_hot(labels, 64)\n"
     "hot = jax.sharding.reshard(hot, P('data', None, 'model'))\n"
     "gold = jnp.sum(logits * hot, axis=-1)\n"
     "nll = lse - gold\n"
     "mask = labels != 0\n"
     "loss = jnp.sum(jnp.where(mask, nll, 0.0)) / mask.sum()",
     "gold f32[8@data,16]; hot f32[8@data,16,64@model]; loss f32[]; lse "
     "f32[8@data,16]; m f32[8@data,16,1]; mask bool[8@data,16]; nll f32[8@data,16]; z "
     "f32[8@data,16,64@model]"},
    {"0.10.2", "data=2 model=4", "logits f32[8@data,16,64@model]; labels i32[8@data,16]",
     "m = lax.stop_gradient(logits.max(-1, keepdims=True))\n"
     "z = logits - m\n"
     "lse = jnp.log(jnp.exp(z).sum(-1)) + m[..., 0]\n"
     "hot = jax.nn.one_hot(labels, 64)\n"
     "hot = jax.sharding.reshard(hot, P('data', None, 'model'))\n"
     "gold = jnp.sum(logits * hot, axis=-1)\n"
     "nll = lse - gold\n"
     "mask = labels != 0\n"
     "loss = jnp.sum(lax.select(mask, nll, jnp.zeros(nll.shape))) / mask.sum()",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('data': 2, 'model': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, "
     "None)), NamedSharding(mesh=AbstractMesh('data': 2, 'model': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('data', None))]."},
    {"0.10.2", "data=2", "logits f32[8,10@data]; y i32[8@data]",
     "n = logits.shape[-1]\n"
     "logp = jax.nn.log_softmax(logits)\n"
     "hot = y[:, None] == jnp.arange(n)\n"
     "smooth = jnp.where(hot, 0.9 + 0.1 / n, 0.1 / n)\n"
     "loss = -(smooth * logp).sum(-1).mean()\n"
     "correct = (jnp.argmax(logits, -1) == y).astype(jnp.float32).mean()",
     "ShardingTypeError: mul operation with inputs: f32[8@data,10], f32[8,10@data] "
     "produces an illegally sharded result: f32[8@data,10@data]"},
    {"0.10.2", "dp=2 tp=2", "student f32[8@dp,32@tp]; teacher f32[8@dp,32@tp]",
     "T = 2.0\n"
     "ls = jax.nn.log_softmax(student / T, axis=-1)\n"
     "pt = jax.nn.softmax(teacher / T, axis=-1)\n"
     "kl = jnp.sum(pt * (jnp.log(pt + 1e-9) - ls), axis=-1)\n"
     "loss = T ** 2 * kl.mean()",
     "kl f32[8@dp]; loss f32[]; ls f32[8@dp,32@tp]; pt f32[8@dp,32@tp]"},
    {"0.10.2", "data=4", "logp f32[16@data,8]; old f32[16@data,8]; adv f32[16@data,8]",
     "ratio = jnp.exp(logp - old)\n"
     "un = ratio * adv\n"
     "cl = jnp.clip(ratio, 0.8, 1.2) * adv\n"
     "loss = -jnp.minimum(un, cl).mean()\n"
     "frac = (jnp.abs(ratio - 1) > 0.2).mean()\n"
     "best = adv.max(axis=0)",
     "best f32[8]; cl f32[16@data,8]; frac f32[]; loss f32[]; ratio f32[16@data,8]; un "
     "f32[16@data,8]"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, loss)
{
	testing_programs(loss, ROWS(loss));
}

static const struct program_case mlp[] = {
    {"0.10.2", "data=2 model=4",
     "x f32[16@data,64]; w1 f32[64,256@model]; b1 f32[256@model]; w2 "
     "f32[256@model,64]; b2 f32[64]",
     "h = jax.nn.gelu(x @ w1 + b1)\n"
     "y = jnp.matmul(h, w2, out_sharding=P('data', 'model')) + b2\n"
     "out = x + y",
     "h f32[16@data,256@model]; out f32[16@data,64@model]; y f32[16@data,64@model]"},
    {"0.10.2", "data=2 model=4",
     "x f32[16@data,64]; w1 f32[64,256@model]; b1 f32[256@model]; w2 "
     "f32[256,64@model]; b2 f32[64]",
     "h = jax.nn.gelu(x @ w1 + b1)\n"
     "y = jnp.matmul(h, w2, out_sharding=P('data', None)) + b2\n"
     "out = x + y",
     "h f32[16@data,256@model]; out f32[16@data,64]; y f32[16@data,64]"},
    {"0.10.2", "fsdp=2 tp=4",
     "x bf16[8@fsdp,16,64]; wg bf16[64@fsdp,128@tp]; wu bf16[64@fsdp,128@tp]; wd "
     "bf16[128@tp,64@fsdp]",
     "wg = jax.sharding.reshard(wg, P(None, 'tp'))\n"
     "wu = jax.sharding.reshard(wu, P(None, 'tp'))\n"
     "wd = jax.sharding.reshard(wd, P('tp', None))\n"
     "g = jnp.einsum('bsd,df->bsf', x, wg)\n"
     "u = jnp.einsum('bsd,df->bsf', x, wu)\n"
     "h = jax.nn.silu(g) * u\n"
     "y = jnp.einsum('bsf,fd->bsd', h, wd, out_sharding=P('fsdp', None, 'fsdp'))\n"
     "out = (x + y).astype(jnp.float32)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('fsdp', None, 'fsdp') has "
     "duplicate entries for `fsdp`"},
    {"0.10.2", "data=4", "x f32[16@data,32]; ws f32[4,32,32]; bs f32[4,32]",
     "layers = [(ws[0], bs[0]), (ws[1], bs[1]), (ws[2], bs[2])]\n"
     "w, b = layers[0]\n"
     "h = jnp.tanh(x @ w + b)\n"
     "w, b = layers[1]\n"
     "h = jnp.tanh(h @ w + b)\n"
     "w, b = layers[2]\n"
     "out = h @ w + b\n"
     "loss = jnp.mean(out ** 2)",
     "b f32[32]; h f32[16@data,32]; layers[0][0] f32[32,32]; layers[0][1] f32[32]; "
     "layers[1][0] f32[32,32]; layers[1][1] f32[32]; layers[2][0] f32[32,32]; "
     "layers[2][1] f32[32]; loss f32[]; out f32[16@data,32]; w f32[32,32]"},
    {"0.10.2", "data=4", "x f32[16@data,32]; ws f32[4,32,32]; bs f32[4,32@data]",
     "layers = [(ws[0], bs[0]), (ws[1], bs[1]), (ws[2], bs[2])]\n"
     "w, b = layers[0]\n"
     "h = jnp.tanh(x @ w + b)\n"
     "w, b = layers[1]\n"
     "h = jnp.tanh(h @ w + b)\n"
     "w, b = layers[2]\n"
     "out = h @ w + b\n"
     "loss = jnp.mean(out ** 2)",
     "ShardingTypeError: add operation with inputs: f32[16@data,32], f32[1,32@data] "
     "produces an illegally sharded result: f32[16@data,32@data]"},
    {"0.10.2", "dp=2 tp=2", "x f32[8@dp,32]; w1 f32[32,64@tp]; w2 f32[64@tp,32]",
     "params = {'up': w1, 'down': w2}\n"
     "\n"
     "def mlp(params, x):\n"
     "  h = jax.nn.relu(jnp.dot(x, params['up']))\n"
     "  return jnp.dot(h, params['down'], out_sharding=P('dp', None))\n"
     "\n"
     "y = mlp(params, x)\n"
     "z = mlp(params, y) + x",
     "params['down'] f32[64@tp,32]; params['up'] f32[32,64@tp]; y f32[8@dp,32]; z "
     "f32[8@dp,32]"},
    {"0.10.2", "dp=2 tp=2", "x f32[8@dp,32]; w1 f32[32,64@tp]; w2 f32[64@tp,32]",
     "params = {'up': w1, 'down': w2}\n"
     "\n"
     "def mlp(params, x):\n"
     "  h = jax.nn.relu(jnp.dot(x, params['up']))\n"
     "  return jnp.dot(h, params['down'], out_sharding=P(None, 'tp'))\n"
     "\n"
     "y = mlp(params, x)\n"
     "z = mlp(params, y) + x",
     "params['down'] f32[64@tp,32]; params['up'] f32[32,64@tp]; y f32[8,32@tp]; z "
     "f32[8@dp,32@tp]"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, mlp)
{
	testing_programs(mlp, ROWS(mlp));
}

static const struct program_case moe[] = {
    {"0.10.2", "data=2 expert=4",
     "x f32[16@data,32]; wr f32[32,8]; wi f32[8@expert,32,64]; wo "
     "f32[8@expert,64,32]",
     "logits = x @ wr\n"
     "prob = jax.nn.softmax(logits, axis=-1)\n"
     "gate, which = lax.top_k(prob, 2)\n"
     "gate = gate / gate.sum(axis=-1, keepdims=True)\n"
     "hot = jax.nn.one_hot(which, 8)\n"
     "combine = jnp.einsum('tk,tke->te', gate, hot)\n"
     "xe = jnp.einsum('te,td->etd', combine > 0, x, out_sharding=P('expert', None, "
     "None))\n"
     "h = jax.nn.silu(jnp.einsum('etd,edf->etf', xe, wi))\n"
     "ye = jnp.einsum('etf,efd->etd', h, wo)\n"
     "y = jnp.einsum('etd,te->td', ye, combine, out_sharding=P('data', None))",
     "combine f32[16@data,8]; gate f32[16@data,2]; h f32[8@expert,16,64]; hot "
     "f32[16@data,2,8]; logits f32[16@data,8]; prob f32[16@data,8]; which "
     "i32[16@data,2]; xe f32[8@expert,16,32]; y f32[16@data,32]; ye "
     "f32[8@expert,16,32]"},
    {"0.10.2", "data=2 expert=4",
     "x f32[16@data,32]; wr f32[32,8]; wi f32[8@expert,32,64]; wo "
     "f32[8@expert,64,32]",
     "logits = x @ wr\n"
     "prob = jax.nn.softmax(logits, axis=-1)\n"
     "gate, which = lax.top_k(prob, 2)\n"
     "gate = gate / gate.sum(axis=-1, keepdims=True)\n"
     "hot = jax.nn.one_hot(which, 8)\n"
     "combine = jnp.einsum('tk,tke->te', gate, hot)\n"
     "xe = jnp.einsum('te,td->etd', combine > 0, x, out_sharding=P('expert', None, "
     "None))\n"
     "h = jax.nn.silu(jnp.einsum('etd,edf->etf', xe, wi))\n"
     "ye = jnp.einsum('etf,efd->etd', h, wo)\n"
     "y = jnp.einsum('etd,te->td', ye, combine)",
     "combine f32[16@data,8]; gate f32[16@data,2]; h f32[8@expert,16,64]; hot "
     "f32[16@data,2,8]; logits f32[16@data,8]; prob f32[16@data,8]; which "
     "i32[16@data,2]; xe f32[8@expert,16,32]; y f32[16,32]; ye f32[8@expert,16,32]"},
    {"0.10.2", "data=2 expert=4",
     "x f32[16@data,32]; wr f32[32,8]; wi f32[8@expert,32,64]; wo f32[8@data,64,32]",
     "logits = x @ wr\n"
     "prob = jax.nn.softmax(logits, axis=-1)\n"
     "gate, which = lax.top_k(prob, 2)\n"
     "gate = gate / gate.sum(axis=-1, keepdims=True)\n"
     "hot = jax.nn.one_hot(which, 8)\n"
     "combine = jnp.einsum('tk,tke->te', gate, hot)\n"
     "xe = jnp.einsum('te,td->etd', combine > 0, x, out_sharding=P('expert', None, "
     "None))\n"
     "h = jax.nn.silu(jnp.einsum('etd,edf->etf', xe, wi))\n"
     "ye = jnp.einsum('etf,efd->etd', h, wo)\n"
     "y = jnp.einsum('etd,te->td', ye, combine, out_sharding=P('data', None))",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got ('expert',) and ('data',)."},
    {"0.10.2", "expert=4",
     "x f32[32,16]; which i32[32]; slot i32[32]; w1 f32[8@expert,16,32]; w2 "
     "f32[8@expert,32,16]",
     "E, cap = 8, 8\n"
     "buf = jnp.zeros((E, cap, 16))\n"
     "buf = buf.at[which, slot].set(x, mode='drop')\n"
     "buf = jax.sharding.reshard(buf, P('expert'))\n"
     "h = jax.nn.relu(jnp.einsum('ecd,edf->ecf', buf, w1))\n"
     "out = jnp.einsum('ecf,efd->ecd', h, w2)\n"
     "out = jax.sharding.reshard(out, P())\n"
     "y = out.at[which, slot].get(out_sharding=P(None, 'expert'))\n"
     "res = x + y",
     "buf f32[8@expert,8,16]; h f32[8@expert,8,32]; out f32[8,8,16]; res "
     "f32[32,16@expert]; y f32[32,16@expert]"},
    {"0.10.2", "data=2", "logits f32[16@data,8]; x f32[16@data,32]; experts f32[8,32,32]",
     "p = jax.nn.softmax(logits.astype(jnp.float32))\n"
     "e = jnp.argmax(p, axis=-1)\n"
     "g = jnp.take_along_axis(p, e[:, None], axis=-1)\n"
     "w = experts.at[e].get(out_sharding=P(None, None, None))\n"
     "y = jnp.einsum('td,tdf->tf', x, w) * g\n"
     "density = jnp.mean(jax.nn.one_hot(e, 8), axis=0)\n"
     "aux = 8 * jnp.sum(density * p.mean(axis=0))",
     "aux f32[]; density f32[8]; e i32[16@data]; g f32[16@data,1]; p f32[16@data,8]; w "
     "f32[16,32,32]; y f32[16@data,32]"},
    {"0.10.2", "data=2", "logits f32[16,8@data]; x f32[16@data,32]; experts f32[8,32,32]",
     "p = jax.nn.softmax(logits.astype(jnp.float32))\n"
     "e = jnp.argmax(p, axis=-1)\n"
     "g = jnp.take_along_axis(p, e[:, None], axis=-1)\n"
     "w = experts.at[e].get(out_sharding=P('data', None, None))\n"
     "y = jnp.einsum('td,tdf->tf', x, w) * g\n"
     "density = jnp.mean(jax.nn.one_hot(e, 8), axis=0)\n"
     "aux = 8 * jnp.sum(density * p.mean(axis=0))",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[16,8@data]), indices=ShapedArray(int32[16,1,1])"},
    {"0.10.2", "data=2 model=2", "y f32[64@data,16@model]; seg i32[64]; base f32[16,16@model]",
     "out = base.at[seg].add(y)\n"
     "count = jnp.zeros((16,)).at[seg].add(1.0)\n"
     "mean = out / jnp.maximum(count, 1.0)[:, None]",
     "ValueError: Incompatible types for broadcasting: input "
     "type=float32[64@data,16@model] and requested type=float32[64,16@model]"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, moe)
{
	testing_programs(moe, ROWS(moe));
}

static const struct program_case norm[] = {
    {"0.10.2", "data=2 model=4", "x f32[8@data,16,64@model]; g f32[64@model]; b f32[64@model]",
     "mu = x.mean(axis=-1)\n"
     "var = ((x - mu) ** 2).mean(axis=-1, keepdims=True)\n"
     "n = (x - mu) / jnp.sqrt(var + 1e-5)\n"
     "y = n * g + b",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8, 16, 64), (8, "
     "16)]"},
    {"0.10.2", "data=2 model=4", "x f32[8@data,16,64@model]; g f32[64@model]; b f32[16,64@data]",
     "mu = x.mean(axis=-1, keepdims=True)\n"
     "var = ((x - mu) ** 2).mean(axis=-1, keepdims=True)\n"
     "n = (x - mu) / jnp.sqrt(var + 1e-5)\n"
     "y = n * g + b",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('data', "
     "None, 'model'), (None, None, 'data')."},
    {"0.10.2", "fsdp=8", "x bf16[16@fsdp,32,64]; scale bf16[64]",
     "def rms(x, scale, eps=1e-6):\n"
     "  h = x.astype(jnp.float32)\n"
     "  ms = jnp.mean(jnp.square(h), axis=-1, keepdims=True)\n"
     "  return (h * lax.rsqrt(ms + eps)).astype(x.dtype) * scale\n"
     "\n"
     "y = rms(x, scale)\n"
     "z = rms(y + x, scale, eps=1e-5)\n"
     "total = jnp.sum(z, axis=(1, 2))",
     "total bf16[16@fsdp]; y bf16[16@fsdp,32,64]; z bf16[16@fsdp,32,64]"},
    {"0.10.2", "fsdp=8", "x bf16[16@fsdp,32,64]; scale bf16[64@fsdp]",
     "def rms(x, scale, eps=1e-6):\n"
     "  h = x.astype(jnp.float32)\n"
     "  ms = jnp.mean(jnp.square(h), axis=-1, keepdims=True)\n"
     "  return (h * lax.rsqrt(ms + eps)).astype(x.dtype) * scale\n"
     "\n"
     "y = rms(x, scale)\n"
     "z = rms(y + x, scale, eps=1e-5)\n"
     "total = jnp.sum(z, axis=(1, 2))",
     "ShardingTypeError: mul operation with inputs: bf16[16@fsdp,32,64], "
     "bf16[1,1,64@fsdp] produces an illegally sharded result: "
     "bf16[16@fsdp,32,64@fsdp]"},
    {"0.10.2", "data=2 model=2", "x f32[4@data,16@model,8,8]; gamma f32[16@model]",
     "N, C, H, W = x.shape\n"
     "G = 4\n"
     "g = x.reshape(N, G, C // G, H, W)\n"
     "mu = g.mean(axis=(2, 3, 4), keepdims=True)\n"
     "var = g.var(axis=(2, 3, 4), keepdims=True)\n"
     "n = ((g - mu) * lax.rsqrt(var + 1e-5)).reshape(N, C, H, W)\n"
     "y = n * gamma[None, :, None, None]",
     "g f32[4@data,4@model,4,8,8]; mu f32[4@data,4@model,1,1,1]; n "
     "f32[4@data,16@model,8,8]; var f32[4@data,4@model,1,1,1]; y "
     "f32[4@data,16@model,8,8]"},
    {"0.10.2", "data=2 model=2", "x f32[4@data,16@model,8,8]; gamma f32[16@model]",
     "N, C, H, W = x.shape\n"
     "G = 1\n"
     "g = x.reshape(N, G, C // G, H, W)\n"
     "mu = g.mean(axis=(2, 3, 4), keepdims=True)\n"
     "var = g.var(axis=(2, 3, 4), keepdims=True)\n"
     "n = ((g - mu) * lax.rsqrt(var + 1e-5)).reshape(N, C, H, W)\n"
     "y = n * gamma[None, :, None, None]",
     "g f32[4@data,1,16@model,8,8]; mu f32[4@data,1,1,1,1]; n "
     "f32[4@data,16@model,8,8]; var f32[4@data,1,1,1,1]; y f32[4@data,16@model,8,8]"},
    {"0.10.2", "data=2 model=2", "x f32[4@data,16@model,8,8]; gamma f32[16@model]",
     "N, C, H, W = x.shape\n"
     "G = 4\n"
     "g = x.reshape(N, G, C // G, H, W)\n"
     "mu = g.mean(axis=(2, 3, 4), keepdims=True)\n"
     "var = g.var(axis=(2, 3, 4), keepdims=True)\n"
     "n = ((g - mu) * lax.rsqrt(var + 1e-5)).reshape(N, C, H, W)\n"
     "y = n * gamma",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 16, 8, 8), "
     "(16,)]"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, norm)
{
	testing_programs(norm, ROWS(norm));
}

static const struct program_case optimizer[] = {
    {"0.10.2", "fsdp=4",
     "p f32[64@fsdp,32]; g f32[64@fsdp,32]; m f32[64@fsdp,32]; v f32[32,64@fsdp]; t "
     "i32[]",
     "b1, b2, lr, eps = 0.9, 0.95, 3e-4, 1e-8\n"
     "m = b1 * m + (1 - b1) * g\n"
     "v = b2 * v + (1 - b2) * jnp.square(g)\n"
     "t = t + 1\n"
     "mh = m / (1 - b1 ** t.astype(jnp.float32))\n"
     "vh = v / (1 - b2 ** t.astype(jnp.float32))\n"
     "p = p - lr * (mh / (jnp.sqrt(vh) + eps) + 0.1 * p)",
     "TypeError: add got incompatible shapes for broadcasting: (32, 64), (64, 32)."},
    {"0.10.2", "dp=2 tp=2", "w f32[32@dp,64@tp]; b f32[64@tp]; gw f32[32@tp,64@dp]; gb f32[64@tp]",
     "params = {'w': w, 'b': b}\n"
     "grads = {'w': gw, 'b': gb}\n"
     "norm = jnp.sqrt(sum([jnp.sum(g ** 2) for g in [gw, gb]]))\n"
     "scale = jnp.minimum(1.0, 1.0 / norm)\n"
     "new = jax.tree.map(lambda p, g: p - 0.01 * scale * g, params, grads)\n"
     "w2, b2 = new['w'], new['b']\n"
     "delta = jnp.abs(w2 - w).max()",
     "ShardingTypeError: sub got incompatible shardings for broadcasting: ('dp', "
     "'tp'), ('tp', 'dp')."},
    {"0.10.2", "data=4", "w f32[32,8]; x f32[16@data,32]; y f32[16@data,8]; mom f32[32,8]",
     "def loss_fn(w):\n"
     "  pred = x @ w\n"
     "  return jnp.mean((pred - y) ** 2)\n"
     "\n"
     "loss, grad = jax.value_and_grad(loss_fn)(w)\n"
     "mom = 0.9 * mom + grad\n"
     "w = w - 0.1 * mom",
     "grad f32[32,8]; loss f32[]; mom f32[32,8]; w f32[32,8]"},
    {"0.10.2", "data=4", "w f32[32,8]; x f32[16@data,32]; y f32[16@data,8]; mom f32[32@data,8]",
     "def loss_fn(w):\n"
     "  pred = x @ w\n"
     "  return jnp.mean((pred - y) ** 2)\n"
     "\n"
     "loss, grad = jax.value_and_grad(loss_fn)(w)\n"
     "mom = 0.9 * mom + grad\n"
     "w = w - 0.1 * mom",
     "grad f32[32,8]; loss f32[]; mom f32[32@data,8]; w f32[32@data,8]"},
    {"0.10.2", "dp=2 tp=2", "w1 f32[16,32@tp]; w2 f32[32@tp,8]; x f32[8@dp,16]; y f32[8@dp,8]",
     "def loss_fn(params, x, y):\n"
     "  h = jnp.tanh(x @ params[0])\n"
     "  out = jnp.matmul(h, params[1], out_sharding=P('dp', None))\n"
     "  return ((out - y) ** 2).mean(axis=0)\n"
     "\n"
     "g1, g2 = jax.grad(loss_fn)((w1, w2), x, y)\n"
     "n1 = w1 - 0.1 * g1\n"
     "n2 = w2 - 0.1 * g2",
     "TypeError: Gradient only defined for scalar-output functions. Output had "
     "shape: (8,)."},
    {"0.10.2", "fsdp=2", "p f32[64@fsdp,16]; m f32[64,16@fsdp]; g f32[64@fsdp,16]",
     "u = jnp.sign(0.9 * m + 0.1 * g)\n"
     "m = 0.99 * m + 0.01 * g\n"
     "p = p * (1 - 1e-3 * 0.1) - 1e-3 * u\n"
     "frac = (u == 0).mean()",
     "ShardingTypeError: add operation with inputs: f32[64,16@fsdp], f32[64@fsdp,16] "
     "produces an illegally sharded result: f32[64@fsdp,16@fsdp]"},
    {"0.10.2", "fsdp=2 tp=2", "g f32[32@fsdp,64@tp]; r f32[32@fsdp]; c f32[64@fsdp]",
     "sq = jnp.square(g) + 1e-30\n"
     "r = 0.95 * r + 0.05 * sq.mean(axis=-1)\n"
     "c = 0.95 * c + 0.05 * sq.mean(axis=-2)\n"
     "vhat = jnp.einsum('i,j->ij', r / r.mean(), c)\n"
     "u = g * lax.rsqrt(vhat)\n"
     "u = u / jnp.maximum(1.0, jnp.sqrt(jnp.mean(u ** 2)))",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('fsdp',), "
     "('tp',)."},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, optimizer)
{
	testing_programs(optimizer, ROWS(optimizer));
}

static const struct program_case scan[] = {
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,8,32]; wq f32[3,32,4@model,8]; wo f32[3,4@model,8,32]; g "
     "f32[3,32]",
     "def block(h, p):\n"
     "  wq, wo, g = p\n"
     "  n = h * lax.rsqrt(jnp.mean(h * h, -1, keepdims=True) + 1e-6) * g\n"
     "  q = jnp.einsum('bsd,dhk->bshk', n, wq)\n"
     "  a = jax.nn.softmax(jnp.einsum('bqhk,bshk->bhqs', q, q), -1)\n"
     "  o = jnp.einsum('bhqs,bshk->bqhk', a, q)\n"
     "  h = h + jnp.einsum('bshk,hkd->bsd', o, wo, out_sharding=P(None, 'data'))\n"
     "  return h, jnp.mean(h)\n"
     "\n"
     "y, means = lax.scan(block, x, (wq, wo, g))\n"
     "last = y[:, -1]",
     "ShardingTypeError: add operation with inputs: f32[4@data,8,32], "
     "f32[4,8@data,32] produces an illegally sharded result: f32[4@data,8@data,32]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,8,32]; wq f32[3,32,4@model,8]; wo f32[3,4@model,8,32]; g "
     "f32[3,32]",
     "def block(h, p):\n"
     "  wq, wo, g = p\n"
     "  n = h * lax.rsqrt(jnp.mean(h * h, -1, keepdims=True) + 1e-6) * g\n"
     "  q = jnp.einsum('bsd,dhk->bshk', n, wq)\n"
     "  a = jax.nn.softmax(jnp.einsum('bqhk,bshk->bhqs', q, q), -1)\n"
     "  o = jnp.einsum('bhqs,bshk->bqhk', a, q)\n"
     "  h = h + jnp.einsum('bshk,hkd->bsd', o, wo, out_sharding=P('data'))\n"
     "  return h\n"
     "\n"
     "y, means = lax.scan(block, x, (wq, wo, g))\n"
     "last = y[:, -1]",
     "TypeError: scan body output must be a pair, got float32[4@data,8,32]."},
    {"0.10.2", "data=2",
     "xs f32[12@data,8,16]; h0 f32[8@data,32]; c0 f32[8@data,32]; wx f32[16,128]; wh "
     "f32[32,128]",
     "def cell(state, x):\n"
     "  h, c = state\n"
     "  z = x @ wx + h @ wh\n"
     "  i, f, g, o = jnp.split(z, 4, axis=-1)\n"
     "  c = jax.nn.sigmoid(f + 1.0) * c + jax.nn.sigmoid(i) * jnp.tanh(g)\n"
     "  h = jax.nn.sigmoid(o) * jnp.tanh(c)\n"
     "  return (h, c), h\n"
     "\n"
     "(hT, cT), hs = lax.scan(cell, (h0, c0), xs)\n"
     "out = jnp.swapaxes(hs, 0, 1)",
     "ValueError: 0th dimension of all xs should be replicated. Got P('data', None, "
     "None)"},
    {"0.10.2", "data=2",
     "xs f32[12,8@data,16]; h0 f32[8@data,32]; c0 f32[8@data,32]; wx "
     "f32[16,128@data]; wh f32[32,128]",
     "def cell(state, x):\n"
     "  h, c = state\n"
     "  z = x @ wx + h @ wh\n"
     "  i, f, g, o = jnp.split(z, 4, axis=-1)\n"
     "  c = jax.nn.sigmoid(f + 1.0) * c + jax.nn.sigmoid(i) * jnp.tanh(g)\n"
     "  h = jax.nn.sigmoid(o) * jnp.tanh(c)\n"
     "  return (h, c), h\n"
     "\n"
     "(hT, cT), hs = lax.scan(cell, (h0, c0), xs)\n"
     "out = jnp.swapaxes(hs, 0, 1)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@data,16], "
     "f32[16,128@data] produces an illegally sharded result: f32[8@data,128@data]"},
    {"0.10.2", "data=2 model=2", "u f32[4@data,16,8@model]; a f32[8@model]; h0 f32[4@data,8]",
     "us = jnp.moveaxis(u, 1, 0)\n"
     "\n"
     "def step(h, u):\n"
     "  h = jnp.exp(-jax.nn.softplus(a)) * h + u\n"
     "  return h, h\n"
     "\n"
     "hT, hs = lax.scan(step, h0, us)\n"
     "y = jnp.moveaxis(hs, 0, 1) + u",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "data=2 model=2", "u f32[4@data,16,8@model]; a f32[8@data]; h0 f32[4@data,8@model]",
     "us = jnp.moveaxis(u, 1, 0)\n"
     "\n"
     "def step(h, u):\n"
     "  h = jnp.exp(-jax.nn.softplus(a)) * h + u\n"
     "  return h, h\n"
     "\n"
     "hT, hs = lax.scan(step, h0, us)\n"
     "y = jnp.moveaxis(hs, 0, 1) + u",
     "ShardingTypeError: mul got incompatible shardings for broadcasting: (None, "
     "'data'), ('data', 'model')."},
    {"0.10.2", "data=2", "r f32[16@data,10]; done bool[16@data,10]",
     "def back(acc, inp):\n"
     "  r, d = inp\n"
     "  acc = r + 0.99 * jnp.where(d, 0.0, acc)\n"
     "  return acc, acc\n"
     "\n"
     "_, ret = lax.scan(back, jnp.zeros_like(r[:, 0]), (r.T, done.T), "
     "reverse=True)\n"
     "ret = ret.T\n"
     "adv = (ret - ret.mean()) / (ret.std() + 1e-8)\n"
     "csum = jnp.cumsum(r, axis=0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[16@data,10] and axis=0"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, scan)
{
	testing_programs(scan, ROWS(scan));
}

static const struct program_case vmap[] = {
    {"0.10.2", "data=2", "ws f32[8@data,16,16]; xs f32[8@data,4,16]; b f32[16]",
     "layer = jax.vmap(lambda w, x: jnp.tanh(x @ w + b))\n"
     "ys = layer(ws, xs)\n"
     "per = jax.vmap(jnp.sum)(ys)\n"
     "outer = jax.vmap(lambda y: y.T @ y)(ys)",
     "outer f32[8@data,16,16]; per f32[8@data]; ys f32[8@data,4,16]"},
    {"0.10.2", "data=2", "ws f32[8@data,16,16]; xs f32[8@data,4,16]; b f32[16@data]",
     "layer = jax.vmap(lambda w, x: jnp.tanh(x @ w + b))\n"
     "ys = layer(ws, xs)\n"
     "per = jax.vmap(jnp.sum)(ys)\n"
     "outer = jax.vmap(lambda y: y.T @ y)(ys)",
     "ShardingTypeError: add operation with inputs: f32[8@data,4,16], "
     "f32[1,1,16@data] produces an illegally sharded result: f32[8@data,4,16@data]"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,8@model,16,8]; k f32[4@data,8@model,16,8]; t f32[8@model]",
     "def one(q, k, t):\n"
     "  return jax.nn.softmax(q @ k.T * t, axis=-1)\n"
     "\n"
     "over_heads = jax.vmap(one, in_axes=(0, 0, 0))\n"
     "over_batch = jax.vmap(over_heads, in_axes=(0, 0, 0))\n"
     "p = over_batch(q, k, t)\n"
     "ent = -(p * jnp.log(p + 1e-9)).sum(-1)",
     "ValueError: vmap got inconsistent sizes for array axes to be mapped:"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,8@model,16,8]; k f32[4@data,8@model,16,8]; t f32[8@data]",
     "def one(q, k, t):\n"
     "  return jax.nn.softmax(q @ k.T * t, axis=-1)\n"
     "\n"
     "over_heads = jax.vmap(one, in_axes=(0, 0, 0))\n"
     "over_batch = jax.vmap(over_heads, in_axes=(0, 0, None))\n"
     "p = over_batch(q, k, t)\n"
     "ent = -(p * jnp.log(p + 1e-9)).sum(-1)",
     "ValueError: Unmapped values passed to vmap cannot be sharded along the mesh "
     "axis you are vmapping over. Got type: f32[8@data], in_axes: None and vmapped "
     "mesh axis: ('data',)"},
    {"0.10.2", "data=4", "ws f32[4@data,8,2]; x f32[16@data,8]; y f32[16,2]",
     "def loss(w):\n"
     "  return jnp.mean((x @ w - y) ** 2)\n"
     "\n"
     "losses = jax.vmap(loss)(ws)\n"
     "grads = jax.vmap(jax.grad(loss))(ws)\n"
     "ws = ws - 0.1 * grads\n"
     "best = jnp.argmin(losses)",
     "ShardingTypeError: dot_general operation with inputs: f32[16@data,8], "
     "f32[4@data,8,2] produces an illegally sharded result: f32[16@data,4@data,2]"},
    {"0.10.2", "data=2", "table f32[8@data,32]; idx i32[8@data,5]; val f32[8@data,5]",
     "def put(row, i, v):\n"
     "  return row.at[i].add(v)\n"
     "\n"
     "table = jax.vmap(put)(table, idx, val)\n"
     "hist = jax.vmap(lambda i: jnp.zeros(32).at[i].add(1.0))(idx)\n"
     "top = jax.vmap(lambda r: lax.top_k(r, 3)[0])(table)",
     "hist f32[8@data,32]; table f32[8@data,32]; top f32[8@data,3]"},
    {"0.10.2", "data=2", "table f32[8,32@data]; idx i32[8@data,5]; val f32[8@data,5]",
     "def put(row, i, v):\n"
     "  return row.at[i].add(v)\n"
     "\n"
     "table = jax.vmap(put)(table, idx, val)\n"
     "hist = jax.vmap(lambda i: jnp.zeros(32).at[i].add(1.0))(idx)\n"
     "top = jax.vmap(lambda r: lax.top_k(r, 3)[0])(table)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded "
     "the same. Got inconsistent axis specs: None vs data"},
};

/* Whole functions of the kind, right and with a mistake. */
Test(functions, vmap)
{
	testing_programs(vmap, ROWS(vmap));
}
