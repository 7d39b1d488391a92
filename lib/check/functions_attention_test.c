/* SPDX-License-Identifier: Apache-2.0 */
/* Attention as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case attention[] = {
    {"0.10.2", "data=2 model=4",
     "x f32[8@data,16,32]; wqkv f32[3,32,8@model,4]; wo f32[8@model,4,32]",
     "params = {'qkv': wqkv, 'out': wo}\n"
     "\n"
     "def attention(params, x, *, causal=True):\n"
     "  B, T, D = x.shape\n"
     "  q, k, v = jnp.einsum('btd,cdhk->cbthk', x, params['qkv'])\n"
     "  scale = q.shape[-1] ** -0.5\n"
     "  logits = jnp.einsum('bthk,bshk->bhts', q, k) * scale\n"
     "  if causal:\n"
     "    mask = jnp.tril(jnp.ones((T, T), dtype=bool))\n"
     "    logits = jnp.where(mask[None, None], logits, jnp.finfo(logits.dtype).min)\n"
     "  probs = jax.nn.softmax(logits, axis=-1)\n"
     "  ctx = jnp.einsum('bhts,bshk->bthk', probs, v)\n"
     "  return jnp.einsum('bthk,hkd->btd', ctx, params['out'], out_sharding=P('data', None, "
     "None))\n"
     "\n"
     "y = attention(params, x)\n"
     "z = x + y",
     "params['out'] f32[8@model,4,32]; params['qkv'] f32[3,32,8@model,4]; y "
     "f32[8@data,16,32]; z f32[8@data,16,32]"},
    {"0.10.2", "data=2 model=4",
     "x f32[8@data,16,32]; wqkv f32[3,32,8@model,4]; wo f32[8@model,4,32]",
     "params = {'qkv': wqkv, 'out': wo}\n"
     "\n"
     "def attention(params, x, *, causal=True):\n"
     "  B, T, D = x.shape\n"
     "  q, k, v = jnp.einsum('btd,cdhk->cbthk', x, params['qkv'])\n"
     "  scale = q.shape[-1] ** -0.5\n"
     "  logits = jnp.einsum('bthk,bshk->bhts', q, k) * scale\n"
     "  if causal:\n"
     "    mask = jnp.tril(jnp.ones((T, T), dtype=bool))\n"
     "    logits = jnp.where(mask[None, None], logits, jnp.finfo(logits.dtype).min)\n"
     "  probs = jax.nn.softmax(logits, axis=-1)\n"
     "  ctx = jnp.einsum('bhts,bshk->bthk', probs, v)\n"
     "  return jnp.einsum('bthk,hkd->btd', ctx, params['out'])\n"
     "\n"
     "y = attention(params, x)\n"
     "z = x + y",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model', None) and "
     "rhs_contracting_spec=('model', None)"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,16,8@model,16]; k f32[4@data,16,2@model,16]; "
     "v f32[4@data,16,2@model,16]",
     "n_rep = q.shape[2] // k.shape[2]\n"
     "\n"
     "def repeat_kv(x, n):\n"
     "  if n == 1:\n"
     "    return x\n"
     "  b, t, h, d = x.shape\n"
     "  x = jnp.broadcast_to(x[:, :, :, None, :], (b, t, h, n, d))\n"
     "  return x.reshape(b, t, h * n, d)\n"
     "\n"
     "k, v = (repeat_kv(a, n_rep) for a in (k, v))\n"
     "assert k.shape == q.shape, f'{k.shape} != {q.shape}'\n"
     "s = jnp.einsum('bqhd,bkhd->bhqk', q, k, preferred_element_type=jnp.float32)\n"
     "s = s / jnp.sqrt(q.shape[-1]).astype(s.dtype)\n"
     "i = jnp.arange(16)\n"
     "s = jnp.where(i[:, None] >= i[None, :], s, -1e30)\n"
     "p = jax.nn.softmax(s).astype(q.dtype)\n"
     "o = jnp.einsum('bhqk,bkhd->bqhd', p, v)",
     "i i32[16]; k f32[4@data,16,8@model,16]; o f32[4@data,16,8@model,16]; p "
     "f32[4@data,8@model,16,16]; s f32[4@data,8@model,16,16]; v "
     "f32[4@data,16,8@model,16]"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,16,8@model,16]; k f32[4@data,16,2@model,16]; "
     "v f32[4@data,16,2@model,16]",
     "n_rep = q.shape[2] // k.shape[2]\n"
     "\n"
     "def repeat_kv(x, n):\n"
     "  if n == 1:\n"
     "    return x\n"
     "  b, t, h, d = x.shape\n"
     "  x = jnp.broadcast_to(x[:, :, :, None, :], (b, t, h, n, d))\n"
     "  return x.reshape(b, t, n * d, h)\n"
     "\n"
     "k, v = (repeat_kv(a, n_rep) for a in (k, v))\n"
     "assert k.shape == q.shape, f'{k.shape} != {q.shape}'\n"
     "s = jnp.einsum('bqhd,bkhd->bhqk', q, k, preferred_element_type=jnp.float32)\n"
     "s = s / jnp.sqrt(q.shape[-1]).astype(s.dtype)\n"
     "i = jnp.arange(16)\n"
     "s = jnp.where(i[:, None] >= i[None, :], s, -1e30)\n"
     "p = jax.nn.softmax(s).astype(q.dtype)\n"
     "o = jnp.einsum('bhqk,bkhd->bqhd', p, v)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4@data,16,2@model,4,16], new sizes: (4, 16, 64, 2)"},
    {"0.10.2", "dp=2 tp=2", "q f32[4@dp,16,8@tp,16]; k f32[4@dp,16,2,16]; v f32[4@dp,16,2,16]",
     "groups = q.shape[2] // k.shape[2]\n"
     "k = jnp.repeat(k, groups, axis=2)\n"
     "v = jnp.repeat(v, groups, axis=2)\n"
     "k = jax.sharding.reshard(k, P('dp', None, 'tp', None))\n"
     "v = jax.sharding.reshard(v, P('dp', None, 'tp', None))\n"
     "w = jnp.einsum('bqhd,bkhd->bhqk', q, k) * 16 ** -0.5\n"
     "w = jax.nn.softmax(w, axis=-1)\n"
     "o = jnp.einsum('bhqk,bkhd->bqhd', w, v)\n"
     "flat = o.reshape(*o.shape[:2], -1)",
     "flat f32[4@dp,16,128@tp]; k f32[4@dp,16,8@tp,16]; o f32[4@dp,16,8@tp,16]; v "
     "f32[4@dp,16,8@tp,16]; w f32[4@dp,8@tp,16,16]"},
    {"0.10.2", "dp=2 tp=2", "q f32[4@dp,16,8@tp,16]; k f32[4@dp,16,2,16]; v f32[4@dp,16,2,16]",
     "groups = q.shape[2] // k.shape[2]\n"
     "k = jnp.repeat(k, groups, axis=2)\n"
     "v = jnp.repeat(v, groups, axis=2)\n"
     "k = jax.sharding.reshard(k, P('tp', None, 'dp', None))\n"
     "v = jax.sharding.reshard(v, P('dp', None, 'tp', None))\n"
     "w = jnp.einsum('bqhd,bkhd->bhqk', q, k) * 16 ** -0.5\n"
     "w = jax.nn.softmax(w, axis=-1)\n"
     "o = jnp.einsum('bhqk,bkhd->bqhd', w, v)\n"
     "flat = o.reshape(*o.shape[:2], -1)",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got ('dp', 'tp') and ('tp', 'dp')."},
    {"0.10.2", "data=4", "q f32[8@data,6,16,8]; k f32[8@data,16,8]; v f32[8@data,16,8]",
     "def one_head(q, k, v):\n"
     "  s = jnp.dot(q, k.T) / np.sqrt(q.shape[-1])\n"
     "  return jnp.dot(jax.nn.softmax(s), v)\n"
     "\n"
     "multi_query = jax.vmap(one_head, in_axes=(0, None, None))\n"
     "batched = jax.vmap(multi_query)\n"
     "o = batched(q, k, v)\n"
     "o = jnp.moveaxis(o, 1, 2)",
     "o f32[8@data,16,6,8]"},
    {"0.10.2", "data=4", "q f32[8@data,6,16,8]; k f32[8,16@data,8]; v f32[8@data,16,8]",
     "def one_head(q, k, v):\n"
     "  s = jnp.dot(q, k.T) / np.sqrt(q.shape[-1])\n"
     "  return jnp.dot(jax.nn.softmax(s), v)\n"
     "\n"
     "multi_query = jax.vmap(one_head, in_axes=(0, None, None))\n"
     "batched = jax.vmap(multi_query)\n"
     "o = batched(q, k, v)\n"
     "o = jnp.moveaxis(o, 1, 2)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: data vs None"},
    {"0.10.2", "data=2 model=2",
     "x bf16[4@data,32,64]; wq bf16[64,4@model,16]; wk bf16[64,4@model,16]; "
     "wv bf16[64,4@model,16]; wo bf16[4@model,16,64]",
     "WINDOW = 8\n"
     "\n"
     "def window_mask(t, window):\n"
     "  pos = jnp.arange(t)\n"
     "  delta = pos[:, None] - pos[None, :]\n"
     "  return (delta >= 0) & (delta < window)\n"
     "\n"
     "q = jnp.einsum('btd,dhk->bhtk', x, wq)\n"
     "k = jnp.einsum('btd,dhk->bhtk', x, wk)\n"
     "v = jnp.einsum('btd,dhk->bhtk', x, wv)\n"
     "logits = jnp.einsum('bhtk,bhsk->bhts', q, k).astype(jnp.float32)\n"
     "logits = logits * lax.rsqrt(jnp.float32(16))\n"
     "m = window_mask(x.shape[1], WINDOW)\n"
     "logits += jnp.where(m, 0., -jnp.inf)\n"
     "probs = jax.nn.softmax(logits, axis=-1).astype(x.dtype)\n"
     "o = jnp.einsum('bhts,bhsk->bhtk', probs, v)\n"
     "y = jnp.einsum('bhtk,hkd->btd', o, wo, out_sharding=P('data'))",
     "k bf16[4@data,4@model,32,16]; logits f32[4@data,4@model,32,32]; m bool[32,32]; o "
     "bf16[4@data,4@model,32,16]; probs bf16[4@data,4@model,32,32]; q "
     "bf16[4@data,4@model,32,16]; v bf16[4@data,4@model,32,16]; y bf16[4@data,32,64]"},
    {"0.10.2", "data=2 model=4",
     "q f32[4@data,8@model,16,8]; k f32[4@data,8@model,16,8]; "
     "v f32[4@data,8@model,16,8]",
     "def alibi_slopes(n):\n"
     "  start = 2 ** (-8 / n)\n"
     "  return jnp.array([start ** (i + 1) for i in range(n)])\n"
     "\n"
     "H, T = q.shape[1], q.shape[2]\n"
     "slopes = jax.sharding.reshard(alibi_slopes(H), P('model'))\n"
     "pos = jnp.arange(T)\n"
     "rel = -jnp.abs(pos[None, :] - pos[:, None])\n"
     "bias = slopes[:, None, None] * rel[None]\n"
     "scores = q @ k.swapaxes(-1, -2) / 8 ** 0.5 + bias\n"
     "scores = jnp.where(jnp.tri(T, dtype=bool), scores, -1e9)\n"
     "out = jax.nn.softmax(scores) @ v",
     "bias f32[8@model,16,16]; out f32[4@data,8@model,16,8]; pos i32[16]; rel "
     "i32[16,16]; scores f32[4@data,8@model,16,16]; slopes f32[8@model]"},
    {"0.10.2", "data=2 model=4",
     "q f32[4@data,8@model,16,8]; k f32[4@data,8@model,16,8]; "
     "v f32[4@data,8@model,16,8]",
     "def alibi_slopes(n):\n"
     "  start = 2 ** (-8 / n)\n"
     "  return jnp.array([start ** (i + 1) for i in range(n)])\n"
     "\n"
     "H, T = q.shape[1], q.shape[2]\n"
     "slopes = jax.sharding.reshard(alibi_slopes(H), P('data'))\n"
     "pos = jnp.arange(T)\n"
     "rel = -jnp.abs(pos[None, :] - pos[:, None])\n"
     "bias = slopes[:, None, None] * rel[None]\n"
     "scores = q @ k.swapaxes(-1, -2) / 8 ** 0.5 + bias\n"
     "scores = jnp.where(jnp.tri(T, dtype=bool), scores, -1e9)\n"
     "out = jax.nn.softmax(scores) @ v",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('data', "
     "'model', None, None), (None, 'data', None, None)."},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,4@model,32,16]; k f32[4@data,4@model,32,16]; "
     "v f32[4@data,4@model,32,16]",
     "BLOCK = 8\n"
     "B, H, T, D = q.shape\n"
     "n_blocks = T // BLOCK\n"
     "kb = k.reshape(B, H, n_blocks, BLOCK, D).transpose(2, 0, 1, 3, 4)\n"
     "vb = v.reshape(B, H, n_blocks, BLOCK, D).transpose(2, 0, 1, 3, 4)\n"
     "\n"
     "def body(carry, kv):\n"
     "  acc, m, l = carry\n"
     "  kc, vc = kv\n"
     "  s = jnp.einsum('bhqd,bhkd->bhqk', q, kc) * D ** -0.5\n"
     "  m_new = jnp.maximum(m, s.max(axis=-1))\n"
     "  alpha = jnp.exp(m - m_new)\n"
     "  p = jnp.exp(s - m_new[..., None])\n"
     "  l = l * alpha + p.sum(-1)\n"
     "  acc = acc * alpha[..., None] + jnp.einsum('bhqk,bhkd->bhqd', p, vc)\n"
     "  return (acc, m_new, l), None\n"
     "\n"
     "init = (jnp.zeros_like(q), jnp.full_like(q[..., 0], -jnp.inf), jnp.zeros_like(q[..., 0]))\n"
     "(acc, m, l), rest = lax.scan(body, init, (kb, vb))\n"
     "o = acc / l[..., None]\n"
     "lse = m + jnp.log(l)",
     "acc f32[4@data,4@model,32,16]; init[0] f32[4@data,4@model,32,16]; init[1] "
     "f32[4@data,4@model,32]; init[2] f32[4@data,4@model,32]; kb "
     "f32[4,4@data,4@model,8,16]; l f32[4@data,4@model,32]; lse "
     "f32[4@data,4@model,32]; m f32[4@data,4@model,32]; o f32[4@data,4@model,32,16]; "
     "vb f32[4,4@data,4@model,8,16]"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,4@model,32,16]; k f32[4@data,4@model,32,16]; "
     "v f32[4@data,4@model,32,16]",
     "BLOCK = 8\n"
     "B, H, T, D = q.shape\n"
     "n_blocks = T // BLOCK\n"
     "kb = k.reshape(B, H, n_blocks, BLOCK, D).transpose(2, 0, 1, 3, 4)\n"
     "vb = v.reshape(B, H, n_blocks, BLOCK, D).transpose(2, 0, 1, 3, 4)\n"
     "\n"
     "def body(carry, kv):\n"
     "  acc, m, l = carry\n"
     "  kc, vc = kv\n"
     "  s = jnp.einsum('bhqd,bhkd->bhqk', q, kc) * D ** -0.5\n"
     "  m_new = jnp.maximum(m, s.max(axis=-1))\n"
     "  alpha = jnp.exp(m - m_new)\n"
     "  p = jnp.exp(s - m_new[..., None])\n"
     "  l = l * alpha + p.sum(-1)\n"
     "  acc = acc * alpha[..., None] + jnp.einsum('bhqk,bhkd->bhqd', p, vc)\n"
     "  return (acc, m_new, l), None\n"
     "\n"
     "init = (jnp.zeros_like(q), jnp.full((B, H, T), -jnp.inf), jnp.zeros_like(q[..., 0]))\n"
     "(acc, m, l), rest = lax.scan(body, init, (kb, vb))\n"
     "o = acc / l[..., None]\n"
     "lse = m + jnp.log(l)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "data=2 fsdp=2 model=2",
     "x f32[4@(data,fsdp),8,32]; ctx f32[4@(data,fsdp),12,24]; "
     "wq f32[32@fsdp,32@model]; wk f32[24@fsdp,32@model]; wv f32[24@fsdp,32@model]; "
     "wo f32[32@model,32@fsdp]",
     "BATCH = ('data', 'fsdp')\n"
     "\n"
     "def gather(w, spec):\n"
     "  return jax.sharding.reshard(w, spec)\n"
     "\n"
     "def heads(t, n=4):\n"
     "  return t.reshape(t.shape[0], t.shape[1], n, -1)\n"
     "\n"
     "col, row = P(None, 'model'), P('model', None)\n"
     "q = heads(x @ gather(wq, col))\n"
     "k = heads(ctx @ gather(wk, col))\n"
     "v = heads(ctx @ gather(wv, col))\n"
     "a = jax.nn.softmax(jnp.einsum('bthd,bshd->bhts', q, k) / q.shape[-1] ** .5)\n"
     "o = jnp.einsum('bhts,bshd->bthd', a, v)\n"
     "o = o.reshape(o.shape[:2] + (-1,))\n"
     "y = jnp.einsum('bte,ed->btd', o, gather(wo, row), out_sharding=P(BATCH, None, None))",
     "a f32[4@(data,fsdp),4@model,8,12]; k f32[4@(data,fsdp),12,4@model,8]; o "
     "f32[4@(data,fsdp),8,32@model]; q f32[4@(data,fsdp),8,4@model,8]; v "
     "f32[4@(data,fsdp),12,4@model,8]; y f32[4@(data,fsdp),8,32]"},
    {"0.10.2", "data=2 fsdp=2 model=2",
     "x f32[4@(data,fsdp),8,32]; ctx f32[4@data,12,24]; wq f32[32@fsdp,32@model]; "
     "wk f32[24@fsdp,32@model]; wv f32[24@fsdp,32@model]; wo f32[32@model,32@fsdp]",
     "BATCH = ('data', 'fsdp')\n"
     "\n"
     "def gather(w, spec):\n"
     "  return jax.sharding.reshard(w, spec)\n"
     "\n"
     "def heads(t, n=4):\n"
     "  return t.reshape(t.shape[0], t.shape[1], n, -1)\n"
     "\n"
     "col, row = P(None, 'model'), P('model', None)\n"
     "q = heads(x @ gather(wq, col))\n"
     "k = heads(ctx @ gather(wk, col))\n"
     "v = heads(ctx @ gather(wv, col))\n"
     "a = jax.nn.softmax(jnp.einsum('bthd,bshd->bhts', q, k) / q.shape[-1] ** .5)\n"
     "o = jnp.einsum('bhts,bshd->bthd', a, v)\n"
     "o = o.reshape(o.shape[:2] + (-1,))\n"
     "y = jnp.einsum('bte,ed->btd', o, gather(wo, row), out_sharding=P(BATCH, None, None))",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got (('data', 'fsdp'), 'model') and "
     "('data', 'model')."},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16,32]; wq f32[32,4@model,8]; wk f32[32,2@model,8]; "
     "wv f32[32,2@model,8]; gq f32[8@model]; gk f32[8]",
     "def rms(x, g, eps=1e-6):\n"
     "  var = jnp.mean(jnp.square(x), axis=-1, keepdims=True)\n"
     "  return x * lax.rsqrt(var + eps) * (1 + g)\n"
     "\n"
     "q = rms(jnp.einsum('btd,dhk->bthk', x, wq), gq)\n"
     "k = rms(jnp.einsum('btd,dhk->bthk', x, wk), gk)\n"
     "v = jnp.einsum('btd,dhk->bthk', x, wv)\n"
     "o = jax.nn.dot_product_attention(q, k, v, is_causal=True)",
     "ShardingTypeError: mul operation with inputs: f32[4@data,16,4@model,8], "
     "f32[1,1,1,8@model] produces an illegally sharded result: "
     "f32[4@data,16,4@model,8@model]"},
    {"0.10.2", "data=4",
     "q f32[8@data,16,4,8]; k f32[8@data,16,4,8]; v f32[8@data,16,4,8]; "
     "segment_ids i32[8@data,16]",
     "cap = 50.0\n"
     "logits = jnp.einsum('...qhd,...khd->...hqk', q, k)\n"
     "logits = cap * jnp.tanh(logits / cap)\n"
     "same = segment_ids[:, None, :, None] == segment_ids[:, None, None, :]\n"
     "causal = jnp.tril(jnp.ones((16, 16), jnp.bool_))\n"
     "mask = jnp.logical_and(same, causal)\n"
     "logits = jnp.where(mask, logits, np.finfo(np.float32).min)\n"
     "weights = jax.nn.softmax(logits, axis=-1, where=mask, initial=-1e30)\n"
     "o = jnp.einsum('...hqk,...khd->...qhd', weights, v)",
     "TypeError: softmax() got an unexpected keyword argument 'initial'"},
    {"0.10.2", "data=4",
     "q f32[8@data,16,4,8]; k f32[8@data,16,4,8]; v f32[8@data,16,4,8]; "
     "segment_ids i32[8,16@data]",
     "cap = 50.0\n"
     "logits = jnp.einsum('...qhd,...khd->...hqk', q, k)\n"
     "logits = cap * jnp.tanh(logits / cap)\n"
     "same = segment_ids[:, None, :, None] == segment_ids[:, None, None, :]\n"
     "causal = jnp.tril(jnp.ones((16, 16), jnp.bool_))\n"
     "mask = jnp.logical_and(same, causal)\n"
     "logits = jnp.where(mask, logits, np.finfo(np.float32).min)\n"
     "weights = jax.nn.softmax(logits, axis=-1, where=mask, initial=-1e30)\n"
     "o = jnp.einsum('...hqk,...khd->...qhd', weights, v)",
     "ShardingTypeError: eq operation with inputs: i32[8,1,16@data,1], "
     "i32[8,1,1,16@data] produces an illegally sharded result: "
     "bool[8,1,16@data,16@data]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,8,32]; w_dkv f32[32,16]; w_uk f32[16,4@model,8]; "
     "w_uv f32[16,4@model,8]; w_q f32[32,4@model,8]; w_o f32[4@model,8,32]",
     "c = x @ w_dkv\n"
     "q = jnp.einsum('btd,dhk->bthk', x, w_q)\n"
     "# absorb the up-projection into q\n"
     "q_abs = jnp.einsum('bthk,chk->bthc', q, w_uk)\n"
     "s = jnp.einsum('bthc,bsc->bhts', q_abs, c) * (8 ** -0.5)\n"
     "p = jax.nn.softmax(s, axis=-1)\n"
     "o_lat = jnp.einsum('bhts,bsc->bthc', p, c)\n"
     "o = jnp.einsum('bthc,chv->bthv', o_lat, w_uv)\n"
     "y = jnp.einsum('bthv,hvd->btd', o, w_o, out_sharding=P('data', None, None))",
     "c f32[4@data,8,16]; o f32[4@data,8,4@model,8]; o_lat f32[4@data,8,4@model,16]; p "
     "f32[4@data,4@model,8,8]; q f32[4@data,8,4@model,8]; q_abs "
     "f32[4@data,8,4@model,16]; s f32[4@data,4@model,8,8]; y f32[4@data,8,32]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,8,32]; w_dkv f32[32,16@model]; w_uk f32[16,4@model,8]; "
     "w_uv f32[16,4@model,8]; w_q f32[32,4@model,8]; w_o f32[4@model,8,32]",
     "c = x @ w_dkv\n"
     "q = jnp.einsum('btd,dhk->bthk', x, w_q)\n"
     "# absorb the up-projection into q\n"
     "q_abs = jnp.einsum('bthk,chk->bthc', q, w_uk)\n"
     "s = jnp.einsum('bthc,bsc->bhts', q_abs, c) * (8 ** -0.5)\n"
     "p = jax.nn.softmax(s, axis=-1)\n"
     "o_lat = jnp.einsum('bhts,bsc->bthc', p, c)\n"
     "o = jnp.einsum('bthc,chv->bthv', o_lat, w_uv)\n"
     "y = jnp.einsum('bthv,hvd->btd', o, w_o, out_sharding=P('data', None, None))",
     "ShardingTypeError: dot_general operation with inputs: f32[4@data,8,16@model], "
     "f32[4@data,4@model,8,8] produces an illegally sharded result: "
     "f32[4@data,16@model,4@model,8]"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,4@model,16,8]; k f32[4@data,4@model,16,8]; "
     "v f32[4@data,4@model,16,8]",
     "phi = lambda t: jax.nn.elu(t) + 1\n"
     "q, k = phi(q), phi(k)\n"
     "kv = jnp.cumsum(jnp.einsum('bhtd,bhtv->bhtdv', k, v), axis=2)\n"
     "z = jnp.cumsum(k, axis=2)\n"
     "num = jnp.einsum('bhtd,bhtdv->bhtv', q, kv)\n"
     "den = jnp.einsum('bhtd,bhtd->bht', q, z)\n"
     "o = num / (den[..., None] + 1e-6)",
     "den f32[4@data,4@model,16]; k f32[4@data,4@model,16,8]; kv "
     "f32[4@data,4@model,16,8,8]; num f32[4@data,4@model,16,8]; o "
     "f32[4@data,4@model,16,8]; q f32[4@data,4@model,16,8]; z f32[4@data,4@model,16,8]"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,4@model,16,8]; k f32[4@data,4@model,16,8]; "
     "v f32[4@data,4@model,16,8]",
     "phi = lambda t: jax.nn.elu(t) + 1\n"
     "q, k = phi(q), phi(k)\n"
     "kv = jnp.cumsum(jnp.einsum('bhtd,bhtv->bhtdv', k, v), axis=2)\n"
     "z = jnp.cumsum(k, axis=1)\n"
     "num = jnp.einsum('bhtd,bhtdv->bhtv', q, kv)\n"
     "den = jnp.einsum('bhtd,bhtd->bht', q, z)\n"
     "o = num / (den[..., None] + 1e-6)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[4@data,4@model,16,8] and axis=1"},
    {"0.10.2", "auto data=2 model=2", "x f32[4@data,16,32]; w f32[32,96@model]",
     "h = lax.with_sharding_constraint(x @ w, NamedSharding(mesh, P('data', None, 'model')))\n"
     "q, k, v = jnp.split(h, 3, axis=-1)\n"
     "split = lambda a: a.reshape(4, 16, 4, 8)\n"
     "s = jnp.einsum('bthd,bshd->bhts', split(q), split(k))\n"
     "s = lax.with_sharding_constraint(s, P('data', 'model'))\n"
     "p = jax.nn.softmax(s)\n"
     "o = jnp.einsum('bhts,bshd->bthd', p, split(v)).reshape(4, 16, 32)",
     "h f32[4,16,96]; k f32[4,16,32]; o f32[4,16,32]; p f32[4,4,16,16]; q "
     "f32[4,16,32]; s f32[4,4,16,16]; v f32[4,16,32]"},
    {"0.10.2", "auto data=2 model=2", "x f32[4@data,16,32]; w f32[32,96@model]",
     "h = lax.with_sharding_constraint(x @ w, NamedSharding(mesh, P('data', None, 'model')))\n"
     "q, k, v = jnp.split(h, 3, axis=-1)\n"
     "split = lambda a: a.reshape(4, 16, 4, 8)\n"
     "s = jnp.einsum('bthd,bshd->bhts', split(q), split(k))\n"
     "s = lax.with_sharding_constraint(s, P('data', 'tensor'))\n"
     "p = jax.nn.softmax(s)\n"
     "o = jnp.einsum('bhts,bshd->bthd', p, split(v)).reshape(4, 16, 32)",
     "ValueError: Resource axis: tensor of P('data', 'tensor') is not found in mesh: "
     "('data', 'model')."},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_attention, attention)
{
	testing_programs(attention, ROWS(attention));
}
