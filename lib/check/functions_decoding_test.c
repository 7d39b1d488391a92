/* SPDX-License-Identifier: Apache-2.0 */
/* Decoding as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case beam_search[] = {
    {"0.10.2", "data=4",
     "log_probs f32[8@data,4,32]; scores f32[8@data,4]; seqs i32[8@data,4,16]; "
     "t i32[]",
     "B, K, V = log_probs.shape\n"
     "cand = scores[:, :, None] + log_probs\n"
     "flat = cand.reshape(B, K * V)\n"
     "top, idx = lax.top_k(flat, K)\n"
     "beam, tok = idx // V, idx % V\n"
     "seqs = jnp.take_along_axis(seqs, beam[:, :, None], axis=1)\n"
     "seqs = lax.dynamic_update_slice(seqs, tok[:, :, None], (0, 0, t))\n"
     "done = tok == 2\n"
     "scores = jnp.where(done, -jnp.inf, top)",
     "beam i32[8@data,4]; cand f32[8@data,4,32]; done bool[8@data,4]; flat "
     "f32[8@data,128]; idx i32[8@data,4]; scores f32[8@data,4]; seqs i32[8@data,4,16]; "
     "tok i32[8@data,4]; top f32[8@data,4]"},
    {"0.10.2", "data=4",
     "log_probs f32[8@data,4,32]; scores f32[8,4@data]; seqs i32[8@data,4,16]; "
     "t i32[]",
     "B, K, V = log_probs.shape\n"
     "cand = scores[:, :, None] + log_probs\n"
     "flat = cand.reshape(B, K * V)\n"
     "top, idx = lax.top_k(flat, K)\n"
     "beam, tok = idx // V, idx % V\n"
     "seqs = jnp.take_along_axis(seqs, beam[:, :, None], axis=1)\n"
     "seqs = lax.dynamic_update_slice(seqs, tok[:, :, None], (0, 0, t))\n"
     "done = tok == 2\n"
     "scores = jnp.where(done, -jnp.inf, top)",
     "ShardingTypeError: add operation with inputs: f32[8,4@data,1], f32[8@data,4,32] "
     "produces an illegally sharded result: f32[8@data,4@data,32]"},
    {"0.10.2", "data=2", "k f32[4@data,3,8,16]; v f32[4@data,3,8,16]; beam i32[4@data,3]",
     "def gather_beams(nested, beam_indices, batch_size, new_beam_size):\n"
     "  batch_indices = jnp.reshape(jnp.arange(batch_size * new_beam_size) // new_beam_size, "
     "(batch_size, new_beam_size))\n"
     "  def gather_fn(x):\n"
     "    if x.ndim == 0:\n"
     "      return x\n"
     "    return x.at[batch_indices, beam_indices].get(out_sharding=P('data', None, None, None))\n"
     "  return jax.tree_util.tree_map(gather_fn, nested)\n"
     "\n"
     "cache = gather_beams({'k': k, 'v': v, 'i': jnp.int32(3)}, beam, 4, 3)\n"
     "flat = jax.tree.map(lambda x: x.reshape((-1,) + x.shape[2:]) if x.ndim else x, cache)",
     "cache['i'] i32[]; cache['k'] f32[4@data,3,8,16]; cache['v'] f32[4@data,3,8,16]; "
     "flat['i'] i32[]; flat['k'] f32[12@data,8,16]; flat['v'] f32[12@data,8,16]"},
    {"0.10.2", "data=2", "k f32[4@data,3,8,16]; v f32[4@data,3,8,16]; beam i32[4@data,3]",
     "def gather_beams(nested, beam_indices, batch_size, new_beam_size):\n"
     "  batch_indices = jnp.reshape(jnp.arange(batch_size * new_beam_size) // new_beam_size, "
     "(batch_size, new_beam_size))\n"
     "  def gather_fn(x):\n"
     "    if x.ndim == 0:\n"
     "      return x\n"
     "    return x.at[batch_indices, beam_indices].get()\n"
     "  return jax.tree_util.tree_map(gather_fn, nested)\n"
     "\n"
     "cache = gather_beams({'k': k, 'v': v, 'i': jnp.int32(3)}, beam, 4, 3)\n"
     "flat = jax.tree.map(lambda x: x.reshape((-1,) + x.shape[2:]) if x.ndim else x, cache)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('data': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, None)), "
     "NamedSharding(mesh=AbstractMesh('data': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('data', None, None))"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_decoding, beam_search)
{
	testing_programs(beam_search, ROWS(beam_search));
}

static const struct program_case sampling[] = {
    {"0.10.2", "data=4", "logits f32[8@data,64]",
     "key = jax.random.key(42)\n"
     "temperature, k = 0.8, 10\n"
     "vals, idx = lax.top_k(logits / temperature, k)\n"
     "cutoff = vals[:, -1:]\n"
     "masked = jnp.where(logits < cutoff, -jnp.inf, logits)\n"
     "key, sub = jax.random.split(key)\n"
     "choice = jax.random.categorical(sub, vals, axis=-1)\n"
     "token = jnp.take_along_axis(idx, choice[:, None], axis=-1)[:, 0]\n"
     "greedy = jnp.argmax(masked, -1)\n"
     "out = jnp.where(temperature < 1e-5, greedy, token)",
     "choice i32[8@data]; cutoff f32[8@data,1]; greedy i32[8@data]; idx "
     "i32[8@data,10]; masked f32[8@data,64]; out i32[8@data]; token i32[8@data]; vals "
     "f32[8@data,10]"},
    {"0.10.2", "data=4", "logits f32[8,64@data]",
     "key = jax.random.key(42)\n"
     "temperature, k = 0.8, 10\n"
     "vals, idx = lax.top_k(logits / temperature, k)\n"
     "cutoff = vals[:, -1:]\n"
     "masked = jnp.where(logits < cutoff, -jnp.inf, logits)\n"
     "key, sub = jax.random.split(key)\n"
     "choice = jax.random.categorical(sub, vals, axis=-1)\n"
     "token = jnp.take_along_axis(idx, choice[:, None], axis=-1)[:, 0]\n"
     "greedy = jnp.argmax(masked, -1)\n"
     "out = jnp.where(temperature < 1e-5, greedy, token)",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[8,64@data] and axis=1"},
    {"0.10.2", "data=4", "logits f32[8@data,64]",
     "def top_p_filter(logits, p=0.9):\n"
     "  order = jnp.argsort(-logits, axis=-1)\n"
     "  sorted_logits = jnp.take_along_axis(logits, order, axis=-1)\n"
     "  cum = jnp.cumsum(jax.nn.softmax(sorted_logits, axis=-1), axis=-1)\n"
     "  keep = cum - jax.nn.softmax(sorted_logits, axis=-1) < p\n"
     "  threshold = jnp.min(jnp.where(keep, sorted_logits, jnp.inf), axis=-1, keepdims=True)\n"
     "  return jnp.where(logits >= threshold, logits, -jnp.inf)\n"
     "\n"
     "filtered = top_p_filter(logits)\n"
     "gumbel = jax.random.gumbel(jax.random.PRNGKey(1), filtered.shape)\n"
     "token = jnp.argmax(filtered + gumbel, axis=-1)",
     "filtered f32[8@data,64]; gumbel f32[8,64]; token i32[8@data]"},
    {"0.10.2", "data=4", "logits f32[8,64@data]",
     "def top_p_filter(logits, p=0.9):\n"
     "  order = jnp.argsort(-logits, axis=-1)\n"
     "  sorted_logits = jnp.take_along_axis(logits, order, axis=-1)\n"
     "  cum = jnp.cumsum(jax.nn.softmax(sorted_logits, axis=-1), axis=-1)\n"
     "  keep = cum - jax.nn.softmax(sorted_logits, axis=-1) < p\n"
     "  threshold = jnp.min(jnp.where(keep, sorted_logits, jnp.inf), axis=-1, keepdims=True)\n"
     "  return jnp.where(logits >= threshold, logits, -jnp.inf)\n"
     "\n"
     "filtered = top_p_filter(logits)\n"
     "gumbel = jax.random.gumbel(jax.random.PRNGKey(1), filtered.shape)\n"
     "token = jnp.argmax(filtered + gumbel, axis=-1)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('data': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, 'data')) and sorting dimension=1"},
    {"0.10.2", "data=4", "logits f32[8@data,64]",
     "keys = jax.random.split(jax.random.PRNGKey(0), logits.shape[0])\n"
     "keys = jax.sharding.reshard(keys, P('data', None))\n"
     "tok = jax.vmap(jax.random.categorical)(keys, logits)\n"
     "dropout = jax.vmap(lambda k, l: jnp.where(jax.random.bernoulli(k, 0.9, l.shape), l / 0.9, "
     "0))(keys, logits)",
     "dropout f32[8@data,64]; keys u32[8@data,2]; tok i32[8@data]"},
    {"0.10.2", "data=4", "logits f32[8@data,64]",
     "keys = jax.random.split(jax.random.PRNGKey(0), logits.shape[0])\n"
     "tok = jax.vmap(jax.random.categorical)(keys, logits)\n"
     "dropout = jax.vmap(lambda k, l: jnp.where(jax.random.bernoulli(k, 0.9, l.shape), l / 0.9, "
     "0))(keys, logits)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs data"},
    {"0.10.2", "data=2 model=2", "x f32[8@data,16@model]",
     "def dropout(rng, x, rate=0.1, deterministic=False):\n"
     "  if deterministic or rate == 0.0:\n"
     "    return x\n"
     "  keep = 1 - rate\n"
     "  mask = jax.random.bernoulli(rng, p=keep, shape=x.shape, "
     "out_sharding=jax.typeof(x).sharding)\n"
     "  return lax.select(mask, x / keep, jnp.zeros_like(x))\n"
     "\n"
     "rng = jax.random.key(0)\n"
     "y = dropout(rng, x)\n"
     "z = dropout(jax.random.fold_in(rng, 1), y, rate=0.5)\n"
     "e = dropout(rng, x, deterministic=True)",
     "e f32[8@data,16@model]; y f32[8@data,16@model]; z f32[8@data,16@model]"},
    {"0.10.2", "data=2 model=2", "x f32[8@data,16@model]",
     "def dropout(rng, x, rate=0.1, deterministic=False):\n"
     "  if deterministic or rate == 0.0:\n"
     "    return x\n"
     "  keep = 1 - rate\n"
     "  mask = jax.random.bernoulli(rng, p=keep, shape=x.shape)\n"
     "  return lax.select(mask, x / keep, jnp.zeros_like(x))\n"
     "\n"
     "rng = jax.random.key(0)\n"
     "y = dropout(rng, x)\n"
     "z = dropout(jax.random.fold_in(rng, 1), y, rate=0.5)\n"
     "e = dropout(rng, x, deterministic=True)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('data': 2, 'model': "
     "2, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('data': 2, 'model': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('data', "
     "'model'))."},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_decoding, sampling)
{
	testing_programs(sampling, ROWS(sampling));
}

static const struct program_case speculative[] = {
    {"0.10.2", "data=4",
     "draft f32[8@data,4,32]; target f32[8@data,5,32]; tokens i32[8@data,4]; "
     "u f32[8@data,4]",
     "p = jax.nn.softmax(target[:, :-1], axis=-1)\n"
     "q = jax.nn.softmax(draft, axis=-1)\n"
     "pick = lambda d: jnp.take_along_axis(d, tokens[..., None], axis=-1)[..., 0]\n"
     "ratio = pick(p) / pick(q)\n"
     "accept = u < jnp.minimum(1.0, ratio)\n"
     "n_acc = jnp.sum(jnp.cumprod(accept.astype(jnp.int32), axis=-1), axis=-1)\n"
     "resid = jnp.maximum(p - q, 0)\n"
     "resid = resid / resid.sum(-1, keepdims=True)\n"
     "bonus = jax.nn.softmax(target[:, -1:], axis=-1)\n"
     "dists = jnp.concatenate([resid, bonus], axis=1)\n"
     "nxt = jnp.take_along_axis(dists, n_acc[:, None, None], axis=1)[:, 0]\n"
     "tok = jnp.argmax(nxt, axis=-1)\n"
     "out = jnp.where(jnp.arange(4) < n_acc[:, None], tokens, tok[:, None])",
     "accept bool[8@data,4]; bonus f32[8@data,1,32]; dists f32[8@data,5,32]; n_acc "
     "i32[8@data]; nxt f32[8@data,32]; out i32[8@data,4]; p f32[8@data,4,32]; q "
     "f32[8@data,4,32]; ratio f32[8@data,4]; resid f32[8@data,4,32]; tok i32[8@data]"},
    {"0.10.2", "data=4",
     "draft f32[8@data,4,32]; target f32[8@data,5,32]; tokens i32[8@data,4]; "
     "u f32[8,4@data]",
     "p = jax.nn.softmax(target[:, :-1], axis=-1)\n"
     "q = jax.nn.softmax(draft, axis=-1)\n"
     "pick = lambda d: jnp.take_along_axis(d, tokens[..., None], axis=-1)[..., 0]\n"
     "ratio = pick(p) / pick(q)\n"
     "accept = u < jnp.minimum(1.0, ratio)\n"
     "n_acc = jnp.sum(jnp.cumprod(accept.astype(jnp.int32), axis=-1), axis=-1)\n"
     "resid = jnp.maximum(p - q, 0)\n"
     "resid = resid / resid.sum(-1, keepdims=True)\n"
     "bonus = jax.nn.softmax(target[:, -1:], axis=-1)\n"
     "dists = jnp.concatenate([resid, bonus], axis=1)\n"
     "nxt = jnp.take_along_axis(dists, n_acc[:, None, None], axis=1)[:, 0]\n"
     "tok = jnp.argmax(nxt, axis=-1)\n"
     "out = jnp.where(jnp.arange(4) < n_acc[:, None], tokens, tok[:, None])",
     "ShardingTypeError: lt operation with inputs: f32[8,4@data], f32[8@data,4] "
     "produces an illegally sharded result: bool[8@data,4@data]"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_decoding, speculative)
{
	testing_programs(speculative, ROWS(speculative));
}

static const struct program_case embedding[] = {
    {"0.10.2", "data=2 model=4", "tokens i32[8@data,16]; emb f32[64@model,32]",
     "def embed(tokens):\n"
     "  table = jax.sharding.reshard(emb, P(None, None))\n"
     "  return table.at[tokens].get(out_sharding=P('data', None, None)) * jnp.sqrt(32.)\n"
     "\n"
     "h = embed(tokens)\n"
     "logits = jnp.einsum('btd,vd->btv', h, emb)\n"
     "logits = logits / 30.\n"
     "logits = 30. * jnp.tanh(logits)\n"
     "pred = jnp.argmax(jax.sharding.reshard(logits, P('data', None, None)), axis=-1)",
     "h f32[8@data,16,32]; logits f32[8@data,16,64@model]; pred i32[8@data,16]"},
    {"0.10.2", "data=2 model=4", "tokens i32[8@data,16]; emb f32[64@model,32]",
     "def embed(tokens):\n"
     "  table = jax.sharding.reshard(emb, P(None, None))\n"
     "  return table[tokens] * jnp.sqrt(32.)\n"
     "\n"
     "h = embed(tokens)\n"
     "logits = jnp.einsum('btd,vd->btv', h, emb)\n"
     "logits = logits / 30.\n"
     "logits = 30. * jnp.tanh(logits)\n"
     "pred = jnp.argmax(jax.sharding.reshard(logits, P('data', None, None)), axis=-1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[64,32]), indices=ShapedArray(int32[8@data,16,1])"},
    {"0.10.2", "data=2 model=2", "tokens i32[4@data,8]; emb bf16[32@model,16]; pos_emb bf16[64,16]",
     "oh = jax.nn.one_hot(tokens, emb.shape[0], dtype=emb.dtype)\n"
     "oh = jax.sharding.reshard(oh, P('data', None, 'model'))\n"
     "x = jnp.einsum('btv,vd->btd', oh, emb, out_sharding=P('data', None, None))\n"
     "x = x + pos_emb[:tokens.shape[1]]",
     "oh bf16[4@data,8,32@model]; x bf16[4@data,8,16]"},
    {"0.10.2", "data=2 model=2", "tokens i32[4@data,8]; emb bf16[32@model,16]; pos_emb bf16[64,16]",
     "oh = jax.nn.one_hot(tokens, emb.shape[0], dtype=emb.dtype)\n"
     "oh = jax.sharding.reshard(oh, P('data', None, 'model'))\n"
     "x = jnp.einsum('btv,vd->btd', oh, emb)\n"
     "x = x + pos_emb[:tokens.shape[1]]",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model',) and "
     "rhs_contracting_spec=('model',)"},
    {"0.10.2", "data=4", "ids i32[16@data]; table f32[100,8]; seg f32[2,8]; seg_ids i32[16@data]",
     "tok = jnp.take(table, ids, axis=0)\n"
     "s = jnp.take(seg, seg_ids, axis=0, mode='clip')\n"
     "h = tok + s",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[100,8]), indices=ShapedArray(int32[16@data,1])"},
    {"0.10.2", "data=4", "ids i32[16]; table f32[100,8]; seg f32[2,8]; seg_ids i32[16@data]",
     "tok = jnp.take(table, ids, axis=0)\n"
     "s = jnp.take(seg, seg_ids, axis=0, mode='clip')\n"
     "h = tok + s",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[2,8]), indices=ShapedArray(int32[16@data,1])"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_decoding, embedding)
{
	testing_programs(embedding, ROWS(embedding));
}
