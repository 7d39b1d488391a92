/* SPDX-License-Identifier: Apache-2.0 */
/* Mixtures of experts and graphs as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case moe[] = {
    {"0.10.2", "data=2 expert=2",
     "x f32[16@data,32]; router f32[32,4]; w1 f32[4@expert,32,64]; "
     "w2 f32[4@expert,64,32]",
     "K = 2\n"
     "logits = (x @ router).astype(jnp.float32)\n"
     "probs = jax.nn.softmax(logits, axis=-1)\n"
     "top_p, top_i = lax.top_k(probs, K)\n"
     "top_p = top_p / jnp.sum(top_p, axis=-1, keepdims=True)\n"
     "combine = jnp.sum(jax.nn.one_hot(top_i, 4) * top_p[..., None], axis=1)\n"
     "h = jax.nn.gelu(jnp.einsum('td,edf->tef', x, w1))\n"
     "y_e = jnp.einsum('tef,efd->ted', h, w2)\n"
     "y = jnp.einsum('ted,te->td', y_e, combine, out_sharding=P('data', None))\n"
     "density = jnp.mean(combine > 0, axis=0)\n"
     "aux = jnp.sum(density * jnp.mean(probs, axis=0)) * 4",
     "aux f32[]; combine f32[16@data,4]; density f32[4]; h f32[16@data,4@expert,64]; "
     "logits f32[16@data,4]; probs f32[16@data,4]; top_i i32[16@data,2]; top_p "
     "f32[16@data,2]; y f32[16@data,32]; y_e f32[16@data,4@expert,32]"},
    {"0.10.2", "data=2 expert=2",
     "x f32[16@data,32]; router f32[32,4@expert]; w1 f32[4@expert,32,64]; "
     "w2 f32[4@expert,64,32]",
     "K = 2\n"
     "logits = (x @ router).astype(jnp.float32)\n"
     "probs = jax.nn.softmax(logits, axis=-1)\n"
     "top_p, top_i = lax.top_k(probs, K)\n"
     "top_p = top_p / jnp.sum(top_p, axis=-1, keepdims=True)\n"
     "combine = jnp.sum(jax.nn.one_hot(top_i, 4) * top_p[..., None], axis=1)\n"
     "h = jax.nn.gelu(jnp.einsum('td,edf->tef', x, w1))\n"
     "y_e = jnp.einsum('tef,efd->ted', h, w2)\n"
     "y = jnp.einsum('ted,te->td', y_e, combine, out_sharding=P('data', None))\n"
     "density = jnp.mean(combine > 0, axis=0)\n"
     "aux = jnp.sum(density * jnp.mean(probs, axis=0)) * 4",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[16@data,4@expert] and axis=1"},
    {"0.10.2", "data=2 expert=2",
     "x f32[4@data,8,32]; router f32[32,4]; wi f32[4@expert,32,64]; "
     "wo f32[4@expert,64,32]",
     "E, C = 4, 6\n"
     "logits = jnp.einsum('gsd,de->gse', x, router)\n"
     "gates = jax.nn.softmax(logits)\n"
     "idx = jnp.argmax(gates, axis=-1)\n"
     "mask = jax.nn.one_hot(idx, E, dtype=jnp.int32)\n"
     "position = jnp.cumsum(mask, axis=1) * mask - 1\n"
     "mask = mask * (position < C)\n"
     "pos = jnp.max(position, axis=-1)\n"
     "gate = jnp.sum(gates * mask, axis=-1)\n"
     "dispatch = mask.astype(x.dtype)[..., None] * jax.nn.one_hot(pos, C)[:, :, None, :]\n"
     "combine = gate[..., None, None] * dispatch\n"
     "ein = jnp.einsum('gsec,gsd->egcd', dispatch, x)\n"
     "ein = jax.sharding.reshard(ein, P('expert', 'data', None, None))\n"
     "h = jax.nn.relu(jnp.einsum('egcd,edf->egcf', ein, wi))\n"
     "eout = jnp.einsum('egcf,efd->egcd', h, wo)\n"
     "y = jnp.einsum('gsec,egcd->gsd', combine, eout, out_sharding=P('data', None, None))",
     "combine f32[4@data,8,4,6]; dispatch f32[4@data,8,4,6]; ein "
     "f32[4@expert,4@data,6,32]; eout f32[4@expert,4@data,6,32]; gate f32[4@data,8]; "
     "gates f32[4@data,8,4]; h f32[4@expert,4@data,6,64]; idx i32[4@data,8]; logits "
     "f32[4@data,8,4]; mask i32[4@data,8,4]; pos i32[4@data,8]; position "
     "i32[4@data,8,4]; y f32[4@data,8,32]"},
    {"0.10.2", "data=2 expert=2",
     "x f32[4@data,8,32]; router f32[32,4]; wi f32[4@expert,32,64]; "
     "wo f32[4@expert,64,32]",
     "E, C = 4, 6\n"
     "logits = jnp.einsum('gsd,de->gse', x, router)\n"
     "gates = jax.nn.softmax(logits)\n"
     "idx = jnp.argmax(gates, axis=-1)\n"
     "mask = jax.nn.one_hot(idx, E, dtype=jnp.int32)\n"
     "position = jnp.cumsum(mask, axis=1) * mask - 1\n"
     "mask = mask * (position < C)\n"
     "pos = jnp.max(position, axis=-1)\n"
     "gate = jnp.sum(gates * mask, axis=-1)\n"
     "dispatch = mask.astype(x.dtype)[..., None] * jax.nn.one_hot(pos, C)[:, :, None, :]\n"
     "combine = gate[..., None, None] * dispatch\n"
     "ein = jnp.einsum('gsec,gsd->egcd', dispatch, x)\n"
     "ein = jax.sharding.reshard(ein, P('data', 'expert', None, None))\n"
     "h = jax.nn.relu(jnp.einsum('egcd,edf->egcf', ein, wi))\n"
     "eout = jnp.einsum('egcf,efd->egcd', h, wo)\n"
     "y = jnp.einsum('gsec,egcd->gsd', combine, eout, out_sharding=P('data', None, None))",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got ('data',) and ('expert',)."},
    {"0.10.2", "expert=4", "x f32[16,8]; gate_w f32[8,4]; w f32[4@expert,8,8]",
     "T, D = x.shape\n"
     "E, CAP = 4, 8\n"
     "scores = jax.nn.softmax(x @ gate_w, axis=-1)\n"
     "weight, expert = lax.top_k(scores, 2)\n"
     "flat_e = expert.reshape(-1)\n"
     "onehot = jax.nn.one_hot(flat_e, E, dtype=jnp.int32)\n"
     "rank = (jnp.cumsum(onehot, axis=0) - 1)\n"
     "rank = jnp.take_along_axis(rank, flat_e[:, None], axis=1)[:, 0]\n"
     "token = jnp.repeat(jnp.arange(T), 2)\n"
     "buf = jnp.zeros((E, CAP, D), x.dtype)\n"
     "buf = buf.at[flat_e, rank].set(x[token], mode='drop')\n"
     "buf = jax.sharding.reshard(buf, P('expert', None, None))\n"
     "out = jnp.einsum('ecd,edf->ecf', buf, w)\n"
     "out = jax.sharding.reshard(out, P(None, None, None))\n"
     "picked = out[flat_e, rank]\n"
     "y = jnp.zeros_like(x).at[token].add(picked * weight.reshape(-1)[:, None])",
     "buf f32[4@expert,8,8]; expert i32[16,2]; flat_e i32[32]; onehot i32[32,4]; out "
     "f32[4,8,8]; picked f32[32,8]; rank i32[32]; scores f32[16,4]; token i32[32]; "
     "weight f32[16,2]; y f32[16,8]"},
    {"0.10.2", "expert=4", "x f32[16,8]; gate_w f32[8,4]; w f32[4@expert,8,8]",
     "T, D = x.shape\n"
     "E, CAP = 4, 8\n"
     "scores = jax.nn.softmax(x @ gate_w, axis=-1)\n"
     "weight, expert = lax.top_k(scores, 2)\n"
     "flat_e = expert.reshape(-1)\n"
     "onehot = jax.nn.one_hot(flat_e, E, dtype=jnp.int32)\n"
     "rank = (jnp.cumsum(onehot, axis=0) - 1)\n"
     "rank = jnp.take_along_axis(rank, flat_e[:, None], axis=1)[:, 0]\n"
     "token = jnp.repeat(jnp.arange(T), 2)\n"
     "buf = jnp.zeros((E, CAP, D), x.dtype)\n"
     "buf = buf.at[flat_e, rank].set(x[token], mode='drop')\n"
     "buf = jax.sharding.reshard(buf, P('expert', None, None))\n"
     "out = jnp.einsum('ecd,edf->ecf', buf, w)\n"
     "picked = out[flat_e, rank]\n"
     "y = jnp.zeros_like(x).at[token].add(picked * weight.reshape(-1)[:, None])",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@expert,8,8]), indices=ShapedArray(int32[32,2])"},
    {"0.10.2", "data=2", "x f32[32,8]; gate f32[8,4]; w1 f32[4,8,16]; w2 f32[4,16,8]",
     "def moe(x):\n"
     "  logits = x @ gate\n"
     "  w, sel = jax.lax.top_k(logits, k=2)\n"
     "  w = jax.nn.softmax(w, axis=-1)\n"
     "  flat = sel.ravel()\n"
     "  order = jnp.argsort(flat)\n"
     "  sizes = jnp.bincount(flat, length=4)\n"
     "  xs = x[order // 2]\n"
     "  h = lax.ragged_dot(xs, w1, sizes)\n"
     "  h = jax.nn.silu(h)\n"
     "  o = lax.ragged_dot(h, w2, sizes)\n"
     "  inv = jnp.argsort(order)\n"
     "  o = o[inv].reshape(x.shape[0], 2, -1)\n"
     "  return jnp.sum(o * w[..., None], axis=1)\n"
     "\n"
     "y = moe(x)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "data=2", "x f32[32@data,8]; gate f32[8,4]; w1 f32[4,8,16]; w2 f32[4,16,8]",
     "def moe(x):\n"
     "  logits = x @ gate\n"
     "  w, sel = jax.lax.top_k(logits, k=2)\n"
     "  w = jax.nn.softmax(w, axis=-1)\n"
     "  flat = sel.ravel()\n"
     "  order = jnp.argsort(flat)\n"
     "  sizes = jnp.bincount(flat, length=4)\n"
     "  xs = x[order // 2]\n"
     "  h = lax.ragged_dot(xs, w1, sizes)\n"
     "  h = jax.nn.silu(h)\n"
     "  o = lax.ragged_dot(h, w2, sizes)\n"
     "  inv = jnp.argsort(order)\n"
     "  o = o[inv].reshape(x.shape[0], 2, -1)\n"
     "  return jnp.sum(o * w[..., None], axis=1)\n"
     "\n"
     "y = moe(x)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('data': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('data',)) and sorting dimension=0"},
    {"0.10.2", "data=2 expert=2",
     "buf f32[4@expert,16@data,8]; w1 f32[4@expert,8,32]; w2 f32[4@expert,32,8]; "
     "b f32[4@expert,8]",
     "def expert_fn(p, h):\n"
     "  h = jnp.maximum(h @ p['w1'], 0)\n"
     "  return h @ p['w2'] + p['b']\n"
     "\n"
     "params = dict(w1=w1, w2=w2, b=b)\n"
     "out = jax.vmap(expert_fn)(params, buf)\n"
     "out2 = jax.vmap(expert_fn, in_axes=({'w1': 0, 'w2': 0, 'b': 0}, 0), out_axes=1)(params, buf)",
     "out f32[4@expert,16@data,8]; out2 f32[16@data,4@expert,8]; params['b'] "
     "f32[4@expert,8]; params['w1'] f32[4@expert,8,32]; params['w2'] "
     "f32[4@expert,32,8]"},
    {"0.10.2", "data=2 expert=2",
     "buf f32[4@expert,16@data,8]; w1 f32[4@expert,8,32]; w2 f32[4@expert,32,8]; "
     "b f32[4,8]",
     "def expert_fn(p, h):\n"
     "  h = jnp.maximum(h @ p['w1'], 0)\n"
     "  return h @ p['w2'] + p['b']\n"
     "\n"
     "params = dict(w1=w1, w2=w2, b=b)\n"
     "out = jax.vmap(expert_fn)(params, buf)\n"
     "out2 = jax.vmap(expert_fn, in_axes=({'w1': 0, 'w2': 0, 'b': 0}, 0), out_axes=1)(params, buf)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs expert"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_experts, moe)
{
	testing_programs(moe, ROWS(moe));
}

static const struct program_case graphs[] = {
    {"0.10.2", "data=4", "nodes f32[32,16]; senders i32[64@data]; receivers i32[64]; w f32[16,16]",
     "def message_passing(h):\n"
     "  m = h[senders] @ w\n"
     "  agg = jax.ops.segment_sum(m, receivers, num_segments=h.shape[0])\n"
     "  deg = jax.ops.segment_sum(jnp.ones_like(receivers, dtype=h.dtype), receivers, h.shape[0])\n"
     "  return jax.nn.relu(agg / jnp.maximum(deg, 1)[:, None] + h)\n"
     "\n"
     "h = nodes\n"
     "for _ in range(3):\n"
     "  h = message_passing(h)\n"
     "readout = h.sum(0)\n"
     "mx = jax.ops.segment_max(h[senders], receivers, num_segments=32)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[32,16]), indices=ShapedArray(int32[64@data,1])"},
    {"0.10.2", "model=4",
     "h f32[16,8]; src i32[40]; dst i32[40]; w f32[8,4@model,8]; a f32[4@model,16]",
     "N = h.shape[0]\n"
     "z = jnp.einsum('nd,dhk->nhk', h, w)\n"
     "zs, zd = z[src], z[dst]\n"
     "e = jax.nn.leaky_relu(jnp.einsum('ehk,hk->eh', jnp.concatenate([zs, zd], -1), a), 0.2)\n"
     "e_max = jnp.full((N, 4), -jnp.inf, out_sharding=P(None, 'model')).at[dst].max(e)\n"
     "ex = jnp.exp(e - e_max[dst])\n"
     "den = jnp.zeros((N, 4), out_sharding=P(None, 'model')).at[dst].add(ex)\n"
     "att = ex / (den[dst] + 1e-9)\n"
     "out = jnp.zeros_like(z).at[dst].add(att[..., None] * zs)",
     "att f32[40,4@model]; den f32[16,4@model]; e f32[40,4@model]; e_max "
     "f32[16,4@model]; ex f32[40,4@model]; out f32[16,4@model,8]; z f32[16,4@model,8]; "
     "zd f32[40,4@model,8]; zs f32[40,4@model,8]"},
    {"0.10.2", "model=4",
     "h f32[16,8]; src i32[40]; dst i32[40]; w f32[8,4@model,8]; a f32[4@model,16]",
     "N = h.shape[0]\n"
     "z = jnp.einsum('nd,dhk->nhk', h, w)\n"
     "zs, zd = z[src], z[dst]\n"
     "e = jax.nn.leaky_relu(jnp.einsum('ehk,hk->eh', jnp.concatenate([zs, zd], -1), a), 0.2)\n"
     "e_max = jnp.full((N, 4), -jnp.inf, out_sharding=P(None, 'model')).at[dst].max(e)\n"
     "ex = jnp.exp(e - e_max[dst])\n"
     "den = jnp.zeros((N, 4)).at[dst].add(ex)\n"
     "att = ex / (den[dst] + 1e-9)\n"
     "out = jnp.zeros_like(z).at[dst].add(att[..., None] * zs)",
     "ValueError: Incompatible types for broadcasting: input type=float32[40,4@model] "
     "and requested type=float32[40,4]"},
    {"0.10.2", "data=4", "A f32[32@data,32]; X f32[32,8]; W1 f32[8,16]; W2 f32[16,4]",
     "deg = A.sum(axis=1)\n"
     "d = jnp.power(deg, -0.5)\n"
     "norm = A * d[:, None]\n"
     "h = jax.nn.relu(norm @ (X @ W1))\n"
     "h = jax.sharding.reshard(h, P(None, None))\n"
     "out = norm @ (h @ W2)\n"
     "pred = out.argmax(-1)",
     "d f32[32@data]; deg f32[32@data]; h f32[32,16]; norm f32[32@data,32]; out "
     "f32[32@data,4]; pred i32[32@data]"},
    {"0.10.2", "data=4", "A f32[32@data,32]; X f32[32,8]; W1 f32[8,16]; W2 f32[16,4]",
     "deg = A.sum(axis=1)\n"
     "d = jnp.power(deg, -0.5)\n"
     "norm = A * d[:, None] * d[None, :]\n"
     "h = jax.nn.relu(norm @ (X @ W1))\n"
     "h = jax.sharding.reshard(h, P(None, None))\n"
     "out = norm @ (h @ W2)\n"
     "pred = out.argmax(-1)",
     "ShardingTypeError: mul operation with inputs: f32[32@data,32], f32[1,32@data] "
     "produces an illegally sharded result: f32[32@data,32@data]"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_experts, graphs)
{
	testing_programs(graphs, ROWS(graphs));
}
