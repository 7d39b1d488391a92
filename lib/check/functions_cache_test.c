/* SPDX-License-Identifier: Apache-2.0 */
/* Positions and caches as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case rope[] = {
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,16,4@model,32]; k f32[4@data,16,4@model,32]; "
     "positions i32[4@data,16]",
     "def rotate_half(x):\n"
     "  x1, x2 = jnp.split(x, 2, axis=-1)\n"
     "  return jnp.concatenate((-x2, x1), axis=-1)\n"
     "\n"
     "def apply_rope(x, positions, theta=10_000.0):\n"
     "  d = x.shape[-1]\n"
     "  inv_freq = 1.0 / (theta ** (jnp.arange(0, d, 2, dtype=jnp.float32) / d))\n"
     "  ang = positions[..., None].astype(jnp.float32) * inv_freq\n"
     "  ang = jnp.concatenate([ang, ang], axis=-1)[:, :, None, :]\n"
     "  return x * jnp.cos(ang) + rotate_half(x) * jnp.sin(ang)\n"
     "\n"
     "q, k = map(lambda t: apply_rope(t, positions), (q, k))\n"
     "s = jnp.einsum('bthd,bshd->bhts', q, k)",
     "k f32[4@data,16,4@model,32]; q f32[4@data,16,4@model,32]; s "
     "f32[4@data,4@model,16,16]"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,16,4@model,32]; k f32[4@data,16,4@model,32]; "
     "positions i32[4@data,16]",
     "def rotate_half(x):\n"
     "  x1, x2 = jnp.split(x, 2, axis=-1)\n"
     "  return jnp.concatenate((-x2, x1), axis=-1)\n"
     "\n"
     "def apply_rope(x, positions, theta=10_000.0):\n"
     "  d = x.shape[-1]\n"
     "  inv_freq = 1.0 / (theta ** (jnp.arange(0, d, 2, dtype=jnp.float32) / d))\n"
     "  ang = positions[..., None].astype(jnp.float32) * inv_freq\n"
     "  ang = jnp.concatenate([ang, ang], axis=-1)[:, None]\n"
     "  return x * jnp.cos(ang) + rotate_half(x) * jnp.sin(ang)\n"
     "\n"
     "q, k = map(lambda t: apply_rope(t, positions), (q, k))\n"
     "s = jnp.einsum('bthd,bshd->bhts', q, k)",
     "TypeError: mul got incompatible shapes for broadcasting: (4, 16, 4, 32), (4, 1, "
     "16, 32)."},
    {"0.10.2", "data=2 model=2", "x bf16[4@data,8@model,16,32]",
     "def rope(x, base=500000.):\n"
     "  *_, T, D = x.shape\n"
     "  half = D // 2\n"
     "  timescale = base ** (2 * jnp.arange(half) / D)\n"
     "  sinusoid = jnp.arange(T)[:, None] / timescale[None, :]\n"
     "  sin, cos = jnp.sin(sinusoid), jnp.cos(sinusoid)\n"
     "  x1, x2 = x[..., ::2], x[..., 1::2]\n"
     "  y = jnp.stack([x1 * cos - x2 * sin, x2 * cos + x1 * sin], axis=-1)\n"
     "  return y.reshape(x.shape).astype(x.dtype)\n"
     "\n"
     "y = rope(x)",
     "y bf16[4@data,8@model,16,32]"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_cache, rope)
{
	testing_programs(rope, ROWS(rope));
}

static const struct program_case kv_cache[] = {
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,1,32]; wq f32[32,4@model,8]; wk f32[32,4@model,8]; "
     "wv f32[32,4@model,8]; wo f32[4@model,8,32]; ck f32[4@data,64,4@model,8]; "
     "cv f32[4@data,64,4@model,8]; index i32[]",
     "cache = dict(k=ck, v=cv, index=index)\n"
     "proj = partial(jnp.einsum, 'btd,dhk->bthk')\n"
     "\n"
     "def decode(cache, x):\n"
     "  q, k, v = proj(x, wq), proj(x, wk), proj(x, wv)\n"
     "  i = cache['index']\n"
     "  zero = jnp.zeros((), i.dtype)\n"
     "  new_k = lax.dynamic_update_slice(cache['k'], k, (zero, i, zero, zero))\n"
     "  new_v = lax.dynamic_update_slice(cache['v'], v, (zero, i, zero, zero))\n"
     "  s = jnp.einsum('bthk,bshk->bhts', q, new_k) * 8 ** -0.5\n"
     "  ok = jnp.arange(new_k.shape[1]) <= i\n"
     "  s = jnp.where(ok[None, None, None, :], s, -1e10)\n"
     "  o = jnp.einsum('bhts,bshk->bthk', jax.nn.softmax(s), new_v)\n"
     "  y = jnp.einsum('bthk,hkd->btd', o, wo, out_sharding=P('data', None, None))\n"
     "  return dict(k=new_k, v=new_v, index=i + 1), y\n"
     "\n"
     "cache, y = decode(cache, x)\n"
     "cache2, y2 = decode(cache, y)",
     "cache2['index'] i32[]; cache2['k'] f32[4@data,64,4@model,8]; cache2['v'] "
     "f32[4@data,64,4@model,8]; cache['index'] i32[]; cache['k'] "
     "f32[4@data,64,4@model,8]; cache['v'] f32[4@data,64,4@model,8]; y "
     "f32[4@data,1,32]; y2 f32[4@data,1,32]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,1,32]; wq f32[32,4@model,8]; wk f32[32,4@model,8]; "
     "wv f32[32,4@model,8]; wo f32[4@model,8,32]; ck f32[4@data,64@model,4,8]; "
     "cv f32[4@data,64,4@model,8]; index i32[]",
     "cache = dict(k=ck, v=cv, index=index)\n"
     "proj = partial(jnp.einsum, 'btd,dhk->bthk')\n"
     "\n"
     "def decode(cache, x):\n"
     "  q, k, v = proj(x, wq), proj(x, wk), proj(x, wv)\n"
     "  i = cache['index']\n"
     "  zero = jnp.zeros((), i.dtype)\n"
     "  new_k = lax.dynamic_update_slice(cache['k'], k, (zero, i, zero, zero))\n"
     "  new_v = lax.dynamic_update_slice(cache['v'], v, (zero, i, zero, zero))\n"
     "  s = jnp.einsum('bthk,bshk->bhts', q, new_k) * 8 ** -0.5\n"
     "  ok = jnp.arange(new_k.shape[1]) <= i\n"
     "  s = jnp.where(ok[None, None, None, :], s, -1e10)\n"
     "  o = jnp.einsum('bhts,bshk->bthk', jax.nn.softmax(s), new_v)\n"
     "  y = jnp.einsum('bthk,hkd->btd', o, wo, out_sharding=P('data', None, None))\n"
     "  return dict(k=new_k, v=new_v, index=i + 1), y\n"
     "\n"
     "cache, y = decode(cache, x)\n"
     "cache2, y2 = decode(cache, y)",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[4@data,64@model,4,8]({Explicit: ('data', "
     "'model')}) and update sharding float32[4@data,1,4@model,8]({Explicit: ('data', "
     "'model')})."},
    {"0.10.2", "data=2 model=2",
     "k f32[4@data,1,4@model,8]; cache f32[4@data,64,4@model,8]; pos i32[]",
     "cache = cache.at[:, pos].set(k[:, 0])\n"
     "recent = lax.dynamic_slice_in_dim(cache, jnp.maximum(pos - 8, 0), 8, axis=1)\n"
     "mean = recent.mean(axis=1)",
     "cache f32[4@data,64,4@model,8]; mean f32[4@data,4@model,8]; recent "
     "f32[4@data,8,4@model,8]"},
    {"0.10.2", "data=2 model=2",
     "k f32[4@data,1,4@model,8]; cache f32[4@data,64,4@model,8]; pos i32[]",
     "cache = cache.at[:, pos].set(k)\n"
     "recent = lax.dynamic_slice_in_dim(cache, jnp.maximum(pos - 8, 0), 8, axis=1)\n"
     "mean = recent.mean(axis=1)",
     "ValueError: Cannot broadcast to shape with fewer dimensions: arr_shape=(4, 1, 4, "
     "8) shape=(4, 4, 8)"},
    {"0.10.2", "data=4", "k f32[8@data,4,16]; cache f32[8@data,32,4,16]; lengths i32[8@data]",
     "def write(c, new, n):\n"
     "  return lax.dynamic_update_slice_in_dim(c, new[None], n, axis=0)\n"
     "\n"
     "cache = jax.vmap(write)(cache, k, lengths)\n"
     "lengths = lengths + 1\n"
     "mask = jnp.arange(cache.shape[1])[None, :] < lengths[:, None]\n"
     "pooled = jnp.sum(jnp.where(mask[..., None, None], cache, 0), axis=1)\n"
     "pooled = pooled / jnp.maximum(lengths, 1)[:, None, None]",
     "cache f32[8@data,32,4,16]; lengths i32[8@data]; mask bool[8@data,32]; pooled "
     "f32[8@data,4,16]"},
    {"0.10.2", "data=4", "k f32[8@data,4,16]; cache f32[8@data,32,4,16]; lengths i32[8]",
     "def write(c, new, n):\n"
     "  return lax.dynamic_update_slice_in_dim(c, new[None], n, axis=0)\n"
     "\n"
     "cache = jax.vmap(write)(cache, k, lengths)\n"
     "lengths = lengths + 1\n"
     "mask = jnp.arange(cache.shape[1])[None, :] < lengths[:, None]\n"
     "pooled = jnp.sum(jnp.where(mask[..., None, None], cache, 0), axis=1)\n"
     "pooled = pooled / jnp.maximum(lengths, 1)[:, None, None]",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: data vs None"},
    {"0.10.2", "data=2 model=2",
     "kv bf16[2,4@data,16,4@model,8]; new bf16[2,4@data,1,4@model,8]; step i32[]",
     "W = kv.shape[2]\n"
     "slot = step % W\n"
     "kv = lax.dynamic_update_slice(kv, new, (0, 0, slot, 0, 0))\n"
     "k, v = kv\n"
     "ages = (slot - jnp.arange(W)) % W\n"
     "valid = ages <= jnp.minimum(step, W - 1)\n"
     "k = jnp.where(valid[None, :, None, None], k, jnp.zeros_like(k))",
     "ages i32[16]; k bf16[4@data,16,4@model,8]; kv bf16[2,4@data,16,4@model,8]; slot "
     "i32[]; v bf16[4@data,16,4@model,8]; valid bool[16]"},
    {"0.10.2", "data=2 model=2",
     "kv bf16[2,4@data,16,4@model,8]; new bf16[2,4,1,4@model,8]; step i32[]",
     "W = kv.shape[2]\n"
     "slot = step % W\n"
     "kv = lax.dynamic_update_slice(kv, new, (0, 0, slot, 0, 0))\n"
     "k, v = kv\n"
     "ages = (slot - jnp.arange(W)) % W\n"
     "valid = ages <= jnp.minimum(step, W - 1)\n"
     "k = jnp.where(valid[None, :, None, None], k, jnp.zeros_like(k))",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding bfloat16[2,4@data,16,4@model,8]({Explicit: "
     "('data', 'model')}) and update sharding bfloat16[2,4,1,4@model,8]({Explicit: "
     "('data', 'model')})."},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_cache, kv_cache)
{
	testing_programs(kv_cache, ROWS(kv_cache));
}

static const struct program_case paged_cache[] = {
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,8@model,16]; k_pages f32[32,16,8@model,16]; "
     "v_pages f32[32,16,8@model,16]; table i32[4@data,4]; lengths i32[4@data]",
     "def gather_pages(pages, table):\n"
     "  out = pages.at[table].get(out_sharding=P('data', None, None, 'model', None))\n"
     "  b, n, page, h, d = out.shape\n"
     "  return out.reshape(b, n * page, h, d)\n"
     "\n"
     "k = gather_pages(k_pages, table)\n"
     "v = gather_pages(v_pages, table)\n"
     "s = jnp.einsum('bhd,bshd->bhs', q, k) / jnp.sqrt(16.)\n"
     "valid = jnp.arange(k.shape[1])[None] < lengths[:, None]\n"
     "s = jnp.where(valid[:, None, :], s, -jnp.inf)\n"
     "o = jnp.einsum('bhs,bshd->bhd', jax.nn.softmax(s, -1), v)",
     "k f32[4@data,64,8@model,16]; o f32[4@data,8@model,16]; s f32[4@data,8@model,64]; "
     "v f32[4@data,64,8@model,16]; valid bool[4@data,64]"},
    {"0.10.2", "data=2 model=2",
     "q f32[4@data,8@model,16]; k_pages f32[32,16,8@model,16]; "
     "v_pages f32[32,16,8@model,16]; table i32[4@data,4]; lengths i32[4@data]",
     "def gather_pages(pages, table):\n"
     "  out = pages[table]\n"
     "  b, n, page, h, d = out.shape\n"
     "  return out.reshape(b, n * page, h, d)\n"
     "\n"
     "k = gather_pages(k_pages, table)\n"
     "v = gather_pages(v_pages, table)\n"
     "s = jnp.einsum('bhd,bshd->bhs', q, k) / jnp.sqrt(16.)\n"
     "valid = jnp.arange(k.shape[1])[None] < lengths[:, None]\n"
     "s = jnp.where(valid[:, None, :], s, -jnp.inf)\n"
     "o = jnp.einsum('bhs,bshd->bhd', jax.nn.softmax(s, -1), v)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[32,16,8@model,16]), "
     "indices=ShapedArray(int32[4@data,4,1])"},
    {"0.10.2", "model=4",
     "pages f32[32,8,4@model,16]; new f32[6,4@model,16]; page_idx i32[6]; "
     "offset i32[6]",
     "pages = pages.at[page_idx, offset].set(new)\n"
     "pages = pages.at[page_idx, offset].add(new * 0.5, mode='drop', unique_indices=True)\n"
     "got = pages[page_idx, offset]",
     "got f32[6,4@model,16]; pages f32[32,8,4@model,16]"},
    {"0.10.2", "model=4",
     "pages f32[32,8,4@model,16]; new f32[6,4@model,16]; page_idx i32[8@model]; "
     "offset i32[6]",
     "pages = pages.at[page_idx, offset].set(new)\n"
     "pages = pages.at[page_idx, offset].add(new * 0.5, mode='drop', unique_indices=True)\n"
     "got = pages[page_idx, offset]",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(8,), (6,)]"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_cache, paged_cache)
{
	testing_programs(paged_cache, ROWS(paged_cache));
}
