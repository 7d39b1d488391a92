/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over layers and time, and functions of one example as people write them.
 * Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case scan_layers[] = {
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,8,16]; wq f32[4,16,16@model]; wo f32[4,16@model,16]; g f32[4,16]",
     "stacked = {'wq': wq, 'wo': wo, 'g': g}\n"
     "\n"
     "def layer(h, p):\n"
     "  n = h * lax.rsqrt((h ** 2).mean(-1, keepdims=True) + 1e-6) * p['g']\n"
     "  q = n @ p['wq']\n"
     "  o = jnp.matmul(q, p['wo'], out_sharding=P('data', None, None))\n"
     "  h = h + o\n"
     "  return h, jnp.abs(o).mean()\n"
     "\n"
     "y, stats = jax.lax.scan(layer, x, stacked)\n"
     "y_rev, rest = jax.lax.scan(layer, x, stacked, reverse=True)\n"
     "y_unroll, rest = jax.lax.scan(layer, x, stacked, unroll=2)",
     "rest f32[4]; stacked['g'] f32[4,16]; stacked['wo'] f32[4,16@model,16]; "
     "stacked['wq'] f32[4,16,16@model]; stats f32[4]; y f32[4@data,8,16]; y_rev "
     "f32[4@data,8,16]; y_unroll f32[4@data,8,16]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,8,16]; wq f32[4,16,16@model]; wo f32[4,16@model,16]; g f32[4,16]",
     "stacked = {'wq': wq, 'wo': wo, 'g': g}\n"
     "\n"
     "def layer(h, p):\n"
     "  n = h * lax.rsqrt((h ** 2).mean(-1, keepdims=True) + 1e-6) * p['g']\n"
     "  q = n @ p['wq']\n"
     "  o = jnp.matmul(q, p['wo'])\n"
     "  h = h + o\n"
     "  return h, jnp.abs(o).mean()\n"
     "\n"
     "y, stats = jax.lax.scan(layer, x, stacked)\n"
     "y_rev, rest = jax.lax.scan(layer, x, stacked, reverse=True)\n"
     "y_unroll, rest = jax.lax.scan(layer, x, stacked, unroll=2)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model',) and "
     "rhs_contracting_spec=('model',)"},
    {"0.10.2", "data=4", "x f32[8@data,16]; ws f32[6,16,16]",
     "def body(i, h):\n"
     "  w = lax.dynamic_index_in_dim(ws, i, axis=0, keepdims=False)\n"
     "  return jnp.tanh(h @ w)\n"
     "\n"
     "y = lax.fori_loop(0, ws.shape[0], body, x)\n"
     "z = lax.fori_loop(0, 2, lambda i, h: body(i + 1, body(i, h)), y)",
     "y f32[8@data,16]; z f32[8@data,16]"},
    {"0.10.2", "data=4", "x f32[8@data,16]; ws f32[6,16,16]",
     "def body(i, h):\n"
     "  w = lax.dynamic_index_in_dim(ws, i, axis=0, keepdims=True)\n"
     "  return jnp.tanh(h @ w)\n"
     "\n"
     "y = lax.fori_loop(0, ws.shape[0], body, x)\n"
     "z = lax.fori_loop(0, 2, lambda i, h: body(i + 1, body(i, h)), y)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "data=4", "A f32[16,16]; b f32[8@data,16]",
     "def cond(state):\n"
     "  x, r, i = state\n"
     "  return (jnp.max(jnp.abs(r)) > 1e-5) & (i < 100)\n"
     "\n"
     "def body(state):\n"
     "  x, r, i = state\n"
     "  x = x + 0.1 * r\n"
     "  r = b - x @ A\n"
     "  return x, r, i + 1\n"
     "\n"
     "x0 = jnp.zeros_like(b)\n"
     "x, r, iters = lax.while_loop(cond, body, (x0, b, 0))",
     "iters i32[]; r f32[8@data,16]; x f32[8@data,16]; x0 f32[8@data,16]"},
    {"0.10.2", "data=4", "A f32[16,16]; b f32[8@data,16]",
     "def cond(state):\n"
     "  x, r, i = state\n"
     "  return (jnp.max(jnp.abs(r)) > 1e-5) & (i < 100)\n"
     "\n"
     "def body(state):\n"
     "  x, r, i = state\n"
     "  x = x + 0.1 * r\n"
     "  r = b - x @ A\n"
     "  return x, r, i + 1\n"
     "\n"
     "x0 = jnp.zeros(b.shape)\n"
     "x, r, iters = lax.while_loop(cond, body, (x0, b, 0))",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_loops, scan_layers)
{
	testing_programs(scan_layers, ROWS(scan_layers));
}

static const struct program_case rnn[] = {
    {"0.10.2", "data=4", "xs f32[8@data,12,16]; wx f32[16,32]; wh f32[32,32]; b f32[32]",
     "def cell(h, x):\n"
     "  h = jnp.tanh(x @ wx + h @ wh + b)\n"
     "  return h, h\n"
     "\n"
     "def rnn(xs):\n"
     "  B = xs.shape[0]\n"
     "  h0 = jnp.zeros((B, wh.shape[0]), xs.dtype, out_sharding=P('data', None))\n"
     "  hT, hs = lax.scan(cell, h0, jnp.swapaxes(xs, 0, 1))\n"
     "  return hT, jnp.swapaxes(hs, 0, 1)\n"
     "\n"
     "last, all_h = rnn(xs)",
     "all_h f32[8@data,12,32]; last f32[8@data,32]"},
    {"0.10.2", "data=4", "xs f32[8@data,12,16]; wx f32[16,32]; wh f32[32,32]; b f32[32]",
     "def cell(h, x):\n"
     "  h = jnp.tanh(x @ wx + h @ wh + b)\n"
     "  return h, h\n"
     "\n"
     "def rnn(xs):\n"
     "  B = xs.shape[0]\n"
     "  h0 = jnp.zeros((B, wh.shape[0]), xs.dtype)\n"
     "  hT, hs = lax.scan(cell, h0, jnp.swapaxes(xs, 0, 1))\n"
     "  return hT, jnp.swapaxes(hs, 0, 1)\n"
     "\n"
     "last, all_h = rnn(xs)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "data=2 model=2",
     "xs f32[10,8@data,16]; w_ih f32[16,4,32@model]; w_hh f32[32,4,32@model]; "
     "b f32[4,32@model]; h0 f32[8@data,32]; c0 f32[8@data,32@model]",
     "def lstm_cell(carry, x):\n"
     "  h, c = carry\n"
     "  gates = jnp.einsum('bi,igh->bgh', x, w_ih) + jnp.einsum('bk,kgh->bgh', h, w_hh) + b\n"
     "  i, f, g, o = (gates[:, j] for j in range(4))\n"
     "  c = jax.nn.sigmoid(f + 1.0) * c + jax.nn.sigmoid(i) * jnp.tanh(g)\n"
     "  h = jax.nn.sigmoid(o) * jnp.tanh(c)\n"
     "  h = jax.sharding.reshard(h, P('data', None))\n"
     "  return (h, c), h\n"
     "\n"
     "(h, c), ys = lax.scan(lstm_cell, (h0, c0), xs)",
     "c f32[8@data,32@model]; h f32[8@data,32]; ys f32[10,8@data,32]"},
    {"0.10.2", "data=2 model=2",
     "xs f32[10,8@data,16]; w_ih f32[16,4,32@model]; w_hh f32[32,4,32@model]; "
     "b f32[4,32@model]; h0 f32[8@data,32]; c0 f32[8@data,32@model]",
     "def lstm_cell(carry, x):\n"
     "  h, c = carry\n"
     "  gates = jnp.einsum('bi,igh->bgh', x, w_ih) + jnp.einsum('bk,kgh->bgh', h, w_hh) + b\n"
     "  i, f, g, o = (gates[:, j] for j in range(4))\n"
     "  c = jax.nn.sigmoid(f + 1.0) * c + jax.nn.sigmoid(i) * jnp.tanh(g)\n"
     "  h = jax.nn.sigmoid(o) * jnp.tanh(c)\n"
     "  return (h, c), h\n"
     "\n"
     "(h, c), ys = lax.scan(lstm_cell, (h0, c0), xs)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "data=4", "xs f32[10,8@data,16]; w f32[16,96]; u f32[32,96]",
     "def gru(h, x):\n"
     "  xz, xr, xn = jnp.split(x @ w, 3, axis=-1)\n"
     "  hz, hr, hn = jnp.split(h @ u, 3, axis=-1)\n"
     "  z, r = jax.nn.sigmoid(xz + hz), jax.nn.sigmoid(xr + hr)\n"
     "  n = jnp.tanh(xn + r * hn)\n"
     "  h = (1 - z) * n + z * h\n"
     "  return h, h\n"
     "\n"
     "h0 = jax.sharding.reshard(jnp.zeros((8, 32)), P('data', None))\n"
     "first, fwd = lax.scan(gru, h0, xs)\n"
     "first, bwd = lax.scan(gru, h0, xs, reverse=True)\n"
     "both = jnp.concatenate([fwd, bwd], axis=-1)\n"
     "last = both[-1]",
     "both f32[10,8@data,64]; bwd f32[10,8@data,32]; first f32[8@data,32]; fwd "
     "f32[10,8@data,32]; h0 f32[8@data,32]; last f32[8@data,64]"},
    {"0.10.2", "data=4", "xs f32[10,8@data,16]; w f32[16,96]; u f32[32,96]",
     "def gru(h, x):\n"
     "  xz, xr, xn = jnp.split(x @ w, 3, axis=-1)\n"
     "  hz, hr, hn = jnp.split(h @ u, 3, axis=-1)\n"
     "  z, r = jax.nn.sigmoid(xz + hz), jax.nn.sigmoid(xr + hr)\n"
     "  n = jnp.tanh(xn + r * hn)\n"
     "  h = (1 - z) * n + z * h\n"
     "  return h, h\n"
     "\n"
     "h0 = jnp.zeros((8, 32))\n"
     "first, fwd = lax.scan(gru, h0, xs)\n"
     "first, bwd = lax.scan(gru, h0, xs, reverse=True)\n"
     "both = jnp.concatenate([fwd, bwd], axis=-1)\n"
     "last = both[-1]",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_loops, rnn)
{
	testing_programs(rnn, ROWS(rnn));
}

static const struct program_case ssm[] = {
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16,8@model]; a f32[8@model]; dt f32[4@data,16,8@model]",
     "def binop(l, r):\n"
     "  al, bl = l\n"
     "  ar, br = r\n"
     "  return al * ar, bl * ar + br\n"
     "\n"
     "decay = jnp.exp(-jax.nn.softplus(dt) * jnp.exp(a))\n"
     "inp = x * (1 - decay)\n"
     "first, h = lax.associative_scan(binop, (decay, inp), axis=1)\n"
     "y = h * jax.nn.silu(x)",
     "decay f32[4@data,16,8@model]; first f32[4@data,16,8@model]; h "
     "f32[4@data,16,8@model]; inp f32[4@data,16,8@model]; y f32[4@data,16,8@model]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16,8@model]; a f32[8@model]; dt f32[4@data,16,8@model]",
     "def binop(l, r):\n"
     "  al, bl = l\n"
     "  ar, br = r\n"
     "  return al * ar, bl * ar + br\n"
     "\n"
     "decay = jnp.exp(-jax.nn.softplus(dt) * jnp.exp(a))\n"
     "inp = x * (1 - decay)\n"
     "first, h = lax.associative_scan(binop, (decay, inp), axis=2)\n"
     "y = h * jax.nn.silu(x)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (model) is not implemented. Got input "
     "type=f32[4@data,16,2@model] and output shape=(4, 16, 1)"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16,32]; w_in f32[32,64@model]; A_log f32[64@model,8]; "
     "w_b f32[64@model,8]; w_c f32[64@model,8]; w_out f32[64@model,32]",
     "u = jax.nn.silu(x @ w_in)\n"
     "Bm = jnp.einsum('btd,dn->btn', u, w_b, out_sharding=P('data', None, None))\n"
     "Cm = jnp.einsum('btd,dn->btn', u, w_c, out_sharding=P('data', None, None))\n"
     "A = -jnp.exp(A_log)\n"
     "delta = jax.nn.softplus(u)\n"
     "\n"
     "def step(h, inp):\n"
     "  u_t, d_t, b_t, c_t = inp\n"
     "  dA = jnp.exp(d_t[..., None] * A)\n"
     "  h = h * dA + (d_t * u_t)[..., None] * b_t[:, None, :]\n"
     "  y = jnp.einsum('bdn,bn->bd', h, c_t)\n"
     "  return h, y\n"
     "\n"
     "h0 = jnp.zeros((4, 64, 8), out_sharding=P('data', 'model', None))\n"
     "seq = jax.tree.map(lambda t: t.swapaxes(0, 1), (u, delta, Bm, Cm))\n"
     "h, ys = lax.scan(step, h0, seq)\n"
     "y = ys.swapaxes(0, 1)\n"
     "out = jnp.einsum('btd,de->bte', y, w_out, out_sharding=P('data', None, None))",
     "A f32[64@model,8]; Bm f32[4@data,16,8]; Cm f32[4@data,16,8]; delta "
     "f32[4@data,16,64@model]; h f32[4@data,64@model,8]; h0 f32[4@data,64@model,8]; "
     "out f32[4@data,16,32]; seq[0] f32[16,4@data,64@model]; seq[1] "
     "f32[16,4@data,64@model]; seq[2] f32[16,4@data,8]; seq[3] f32[16,4@data,8]; u "
     "f32[4@data,16,64@model]; y f32[4@data,16,64@model]; ys f32[16,4@data,64@model]"},
    {"0.10.2", "data=2 model=2",
     "x f32[4@data,16,32]; w_in f32[32,64@model]; A_log f32[64@model,8]; "
     "w_b f32[64@model,8]; w_c f32[64@model,8]; w_out f32[64@model,32]",
     "u = jax.nn.silu(x @ w_in)\n"
     "Bm = jnp.einsum('btd,dn->btn', u, w_b)\n"
     "Cm = jnp.einsum('btd,dn->btn', u, w_c, out_sharding=P('data', None, None))\n"
     "A = -jnp.exp(A_log)\n"
     "delta = jax.nn.softplus(u)\n"
     "\n"
     "def step(h, inp):\n"
     "  u_t, d_t, b_t, c_t = inp\n"
     "  dA = jnp.exp(d_t[..., None] * A)\n"
     "  h = h * dA + (d_t * u_t)[..., None] * b_t[:, None, :]\n"
     "  y = jnp.einsum('bdn,bn->bd', h, c_t)\n"
     "  return h, y\n"
     "\n"
     "h0 = jnp.zeros((4, 64, 8), out_sharding=P('data', 'model', None))\n"
     "seq = jax.tree.map(lambda t: t.swapaxes(0, 1), (u, delta, Bm, Cm))\n"
     "h, ys = lax.scan(step, h0, seq)\n"
     "y = ys.swapaxes(0, 1)\n"
     "out = jnp.einsum('btd,de->bte', y, w_out, out_sharding=P('data', None, None))",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('model',) and "
     "rhs_contracting_spec=('model',)"},
    {"0.10.2", "data=4",
     "u f32[8@data,32,4]; lam_re f32[16]; lam_im f32[16]; B f32[16,4]; C f32[4,16]",
     "lam = lax.complex(-jnp.exp(lam_re), lam_im)\n"
     "lam_bar = jnp.exp(lam * 0.01)\n"
     "bu = jnp.einsum('btc,nc->btn', u, B).astype(jnp.complex64)\n"
     "elems = (jnp.broadcast_to(lam_bar, bu.shape, out_sharding=P('data', None, None)), bu)\n"
     "\n"
     "@jax.vmap\n"
     "def op(q_i, q_j):\n"
     "  a_i, b_i = q_i\n"
     "  a_j, b_j = q_j\n"
     "  return a_j * a_i, a_j * b_i + b_j\n"
     "\n"
     "first, xs = lax.associative_scan(op, elems, axis=1)\n"
     "y = jnp.einsum('btn,cn->btc', xs, C).real + u",
     "bu c64[8@data,32,16]; elems[0] c64[8@data,32,16]; elems[1] c64[8@data,32,16]; "
     "first c64[8@data,32,16]; lam c64[16]; lam_bar c64[16]; xs c64[8@data,32,16]; y "
     "f32[8@data,32,4]"},
    {"0.10.2", "data=4",
     "u f32[8@data,32,4]; lam_re f32[16]; lam_im f32[16]; B f32[16,4]; C f32[4,16]",
     "lam = lax.complex(-jnp.exp(lam_re), lam_im)\n"
     "lam_bar = jnp.exp(lam * 0.01)\n"
     "bu = jnp.einsum('btc,nc->btn', u, B).astype(jnp.complex64)\n"
     "elems = (jnp.broadcast_to(lam_bar, bu.shape), bu)\n"
     "\n"
     "@jax.vmap\n"
     "def op(q_i, q_j):\n"
     "  a_i, b_i = q_i\n"
     "  a_j, b_j = q_j\n"
     "  return a_j * a_i, a_j * b_i + b_j\n"
     "\n"
     "first, xs = lax.associative_scan(op, elems, axis=1)\n"
     "y = jnp.einsum('btn,cn->btc', xs, C).real + u",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs data"},
    {"0.10.2", "data=2 model=2", "x f32[4@data,16,8]; k f32[4,1,8]",
     "pad = jnp.pad(x, ((0, 0), (3, 0), (0, 0)))\n"
     "y = lax.conv_general_dilated(pad, k, (1,), 'VALID', dimension_numbers=('NWC', 'WIO', 'NWC'), "
     "feature_group_count=8)\n"
     "z = sum(pad[:, i:i + 16] * k[i, 0] for i in range(4))\n"
     "err = jnp.abs(y - z).max()",
     "err f32[]; pad f32[4@data,19,8]; y f32[4@data,16,8]; z f32[4@data,16,8]"},
    {"0.10.2", "data=2 model=2", "x f32[4@data,16,8]; k f32[4,1,8]",
     "pad = jnp.pad(x, ((0, 0), (3, 0), (0, 0)))\n"
     "y = lax.conv_general_dilated(pad, k, (1,), 'VALID', dimension_numbers=('NWC', 'WIO', 'NWC'), "
     "feature_group_count=4)\n"
     "z = sum(pad[:, i:i + 16] * k[i, 0] for i in range(4))\n"
     "err = jnp.abs(y - z).max()",
     "ValueError: conv_general_dilated lhs feature dimension size divided by "
     "feature_group_count must equal the rhs input feature dimension size, but 8 // 4 "
     "!= 1."},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_loops, ssm)
{
	testing_programs(ssm, ROWS(ssm));
}

static const struct program_case vmap[] = {
    {"0.10.2", "data=4", "x f32[16@data,8]; y f32[16@data]; w f32[8]",
     "def loss(w, xi, yi):\n"
     "  return 0.5 * (jnp.dot(w, xi) - yi) ** 2\n"
     "\n"
     "g = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(w, x, y)\n"
     "norms = jnp.linalg.norm(g, axis=-1)\n"
     "scale = jnp.minimum(1.0, 1.0 / norms)\n"
     "clipped = g * scale[:, None]\n"
     "total = clipped.sum(0)",
     "clipped f32[16@data,8]; g f32[16@data,8]; norms f32[16@data]; scale "
     "f32[16@data]; total f32[8]"},
    {"0.10.2", "data=4", "x f32[16@data,8]; y f32[16@data]; w f32[8]",
     "def loss(w, xi, yi):\n"
     "  return 0.5 * (jnp.dot(w, xi) - yi) ** 2\n"
     "\n"
     "g = jax.vmap(jax.grad(loss), in_axes=(0, 0, 0))(w, x, y)\n"
     "norms = jnp.linalg.norm(g, axis=-1)\n"
     "scale = jnp.minimum(1.0, 1.0 / norms)\n"
     "clipped = g * scale[:, None]\n"
     "total = clipped.sum(0)",
     "ValueError: vmap got inconsistent sizes for array axes to be mapped:"},
    {"0.10.2", "data=2 model=2", "img f32[8@data,6,6,3]; ids i32[8@data,5]; table f32[10,3]",
     "def encode(example, table):\n"
     "  feat = example['img'].mean(axis=(0, 1))\n"
     "  emb = table[example['ids']].sum(0)\n"
     "  return {'feat': feat, 'emb': emb, 'both': jnp.concatenate([feat, emb])}\n"
     "\n"
     "out = jax.vmap(encode, in_axes=(0, None))({'img': img, 'ids': ids}, table)\n"
     "sim = jnp.einsum('nd,md->nm', out['feat'], out['emb'], out_sharding=P('data', None))",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[10,3]), indices=ShapedArray(int32[8@data,5,1])"},
    {"0.10.2", "data=2 model=2", "img f32[8@data,6,6,3]; ids i32[8@model,5]; table f32[10,3]",
     "def encode(example, table):\n"
     "  feat = example['img'].mean(axis=(0, 1))\n"
     "  emb = table[example['ids']].sum(0)\n"
     "  return {'feat': feat, 'emb': emb, 'both': jnp.concatenate([feat, emb])}\n"
     "\n"
     "out = jax.vmap(encode, in_axes=(0, None))({'img': img, 'ids': ids}, table)\n"
     "sim = jnp.einsum('nd,md->nm', out['feat'], out['emb'], out_sharding=P('data', None))",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: model vs data"},
    {"0.10.2", "data=4", "x f32[16@data,5]; z f32[7,5]",
     "def rbf(a, b, gamma=0.5):\n"
     "  return jnp.exp(-gamma * jnp.sum((a - b) ** 2))\n"
     "\n"
     "K = jax.vmap(lambda a: jax.vmap(lambda b: rbf(a, b))(z))(x)\n"
     "K2 = jax.vmap(jax.vmap(rbf, (None, 0)), (0, None))(x, z)\n"
     "mean = K.mean(axis=1)",
     "K f32[16@data,7]; K2 f32[16@data,7]; mean f32[16@data]"},
    {"0.10.2", "data=4", "x f32[16@data,5]; z f32[8@data,5]",
     "def rbf(a, b, gamma=0.5):\n"
     "  return jnp.exp(-gamma * jnp.sum((a - b) ** 2))\n"
     "\n"
     "K = jax.vmap(lambda a: jax.vmap(lambda b: rbf(a, b))(z))(x)\n"
     "K2 = jax.vmap(jax.vmap(rbf, (None, 0)), (0, None))(x, z)\n"
     "mean = K.mean(axis=1)",
     "ShardingTypeError: sub operation with inputs: f32[16@data,1,5], f32[1,8@data,5] "
     "produces an illegally sharded result: f32[16@data,8@data,5]"},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_loops, vmap)
{
	testing_programs(vmap, ROWS(vmap));
}

static const struct program_case branches[] = {
    {"0.10.2", "data=4", "x f32[8@data,4]; flag bool[]; k i32[]",
     "y = lax.cond(flag, lambda a: a * 2, lambda a: a + jnp.ones_like(a), x)\n"
     "z = lax.switch(k, [jnp.sin, jnp.cos, lambda a: jnp.tanh(a).astype(a.dtype)], x)\n"
     "w = lax.cond(flag, lambda: x.sum(0), lambda: jnp.zeros(4))\n"
     "v = jnp.where(flag, x, 0)\n"
     "s = lax.select(flag, x, jnp.zeros_like(x))",
     "s f32[8@data,4]; v f32[8@data,4]; w f32[4]; y f32[8@data,4]; z f32[8@data,4]"},
    {"0.10.2", "data=4", "x f32[8@data,4]; flag bool[]; k i32[]",
     "y = lax.cond(flag, lambda a: a * 2, lambda a: a.sum(0, keepdims=True) * jnp.ones((8, 1)), "
     "x)\n"
     "z = lax.switch(k, [jnp.sin, jnp.cos, lambda a: jnp.tanh(a).astype(a.dtype)], x)\n"
     "w = lax.cond(flag, lambda: x.sum(0), lambda: jnp.zeros(4))\n"
     "v = jnp.where(flag, x, 0)\n"
     "s = lax.select(flag, x, jnp.zeros_like(x))",
     "TypeError: cond branches must have equal output types but they differ."},
};

/* Functions of the kind, right and with a mistake. */
Test(functions_loops, branches)
{
	testing_programs(branches, ROWS(branches));
}
